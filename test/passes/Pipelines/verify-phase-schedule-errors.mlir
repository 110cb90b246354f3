// RUN: cedar-opt %s --split-input-file --verify-diagnostics --cedar-verify-phase=phase=schedule

// expected-error @below {{after phase schedule: expected entries instead of @forward}}
func.func @forward() attributes {cedar.entry} {
  return
}

// -----

// expected-error @below {{after phase schedule: expected only entries (cedar.entry), found @decode}}
func.func @decode() {
  return
}

// -----

#rows = #cedar.scaled<f8E8M0FNU, [1, 32]>
cedar.state @window "window" layer 0 : !cedar.state<ring, 4, 1, tensor<32xf8E4M3FN, #rows>>
func.func @decode(%x: tensor<?x32xf8E4M3FN, #rows> {cedar.name = "x"}) attributes {cedar.entry} {
  %s = cedar.state_ref @window : !cedar.state<ring, 4, 1, tensor<32xf8E4M3FN, #rows>>
  // expected-error @below {{after phase schedule: expected the commit of @decode to commit the staged state @window}}
  cedar.state_stage %x, %s : (tensor<?x32xf8E4M3FN, #rows>, !cedar.state<ring, 4, 1, tensor<32xf8E4M3FN, #rows>>) -> ()
  return
}
func.func @commit() attributes {cedar.entry} {
  return
}

// -----

// expected-error @below {{after phase schedule: expected the entry @commit of 'cedar.commit', found none}}
func.func @decode() attributes {cedar.entry, cedar.commit = @commit} {
  return
}

// -----

// expected-error @below {{after phase schedule: expected the entry @replay of 'cedar.finish', found none}}
func.func @prefill() attributes {cedar.entry, cedar.finish = @replay} {
  return
}

// -----

#rows = #cedar.scaled<f8E8M0FNU, [1, 32]>
cedar.state @window "window" layer 0 : !cedar.state<ring, 4, 1, tensor<32xf8E4M3FN, #rows>>
// expected-error @below {{after phase schedule: expected @decode to stage the state @window, which its commit commits}}
func.func @decode() attributes {cedar.entry, cedar.commit = @commit} {
  return
}
func.func @commit(%i: tensor<?xi32> {cedar.name = "rows"}, %n: tensor<?xi32> {cedar.name = "sequences"})
    attributes {cedar.entry} {
  %s = cedar.state_ref @window : !cedar.state<ring, 4, 1, tensor<32xf8E4M3FN, #rows>>
  cedar.state_commit %i, %i, %n, %n, %n, %s
      : (tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, !cedar.state<ring, 4, 1, tensor<32xf8E4M3FN, #rows>>) -> ()
  return
}
