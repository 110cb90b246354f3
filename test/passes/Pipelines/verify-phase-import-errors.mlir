// RUN: cedar-opt %s --split-input-file --verify-diagnostics --cedar-verify-phase=phase=import

// expected-error @below {{after phase import: expected one function, @forward, found 2}}
module {
  func.func @forward() attributes {cedar.entry} {
    return
  }
  func.func private @helper()
}

// -----

// expected-error @below {{after phase import: expected only entries (cedar.entry), found @forward}}
func.func @forward() {
  return
}

// -----

// expected-error @below {{after phase import: expected 'cedar.name' on argument 1 of @forward}}
func.func @forward(%a: tensor<?xi32> {cedar.name = "tokens"}, %b: tensor<?xi32>) attributes {cedar.entry} {
  return
}

// -----

// expected-error @below {{after phase import: expected 'cedar.name' on result 0 of @forward}}
func.func @forward(%a: tensor<?xi32> {cedar.name = "tokens"}) -> tensor<?xi32> attributes {cedar.entry} {
  return %a : tensor<?xi32>
}
