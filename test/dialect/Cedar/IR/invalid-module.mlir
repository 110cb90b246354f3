// RUN: cedar-opt %s -split-input-file -verify-diagnostics

// Weights, states and layers: one case for each rule.

// expected-error @below {{'cedar.weight' op expected a static shape}}
cedar.weight @w from ["w"] : tensor<?x64xbf16>

// -----

// expected-error @below {{'cedar.weight' op expected elements of bf16, f32 or i32, or FP8 or FP4 codes with a #cedar.scaled encoding}}
cedar.weight @w from ["w"] : tensor<64x64xf16>

// -----

// Codes mean nothing without their scales.
// expected-error @below {{'cedar.weight' op expected elements of bf16, f32 or i32, or FP8 or FP4 codes}}
cedar.weight @w from ["w"] : tensor<64x64xf8E4M3FN>

// -----

// expected-error @below {{'cedar.weight' op expected 1 names in 'source' for this type, found 2}}
cedar.weight @w from ["w", "s"] : tensor<64xbf16>

// -----

// expected-error @below {{'cedar.weight' op expected 2 names in 'source' for this type, found 1}}
cedar.weight @w from ["w"] : tensor<64x64xf4E2M1FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>

// -----

// expected-error @below {{'cedar.weight' op expected names in 'source', found an empty one}}
cedar.weight @w from [""] : tensor<64xbf16>

// -----

// expected-error @below {{'cedar.weight' op expected '{e}' in all names of 'source' or in none}}
cedar.weight @w from ["e.{e}.w", "s"]
    : tensor<4x64x64xf4E2M1FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>

// -----

// expected-error @below {{'cedar.weight' op expected a stack of rank 2 or more under a name with '{e}'}}
cedar.weight @w from ["e.{e}.w"] : tensor<4xbf16>

// -----

// expected-error @below {{'cedar.weight' op expected 'bound' of at least 0, found -1}}
cedar.weight @w from ["w"] {bound = -1 : i64} : tensor<160xi32>

// -----

// expected-error @below {{'cedar.weight' op expected no 'bound' of a weight that is not i32}}
cedar.weight @w from ["w"] {bound = 8 : i64} : tensor<160xbf16>

// -----

func.func @f() {
  // expected-error @below {{'cedar.weight_ref' op expected a cedar.weight named 'w', found none}}
  %w = cedar.weight_ref @w : tensor<64xbf16>
  return
}

// -----

// A symbol of another kind does not count.
cedar.state @w "tail_values" layer 1 : !cedar.state<ring, 2, 1, tensor<64xf32>>
func.func @f() {
  // expected-error @below {{'cedar.weight_ref' op expected a cedar.weight named 'w', found none}}
  %w = cedar.weight_ref @w : tensor<64xbf16>
  return
}

// -----

// expected-note @below {{the weight is here}}
cedar.weight @w from ["w"] : tensor<64xbf16>
func.func @f() {
  // expected-error @below {{'cedar.weight_ref' op expected the weight's type 'tensor<64xbf16>', found 'tensor<64xf32>'}}
  %w = cedar.weight_ref @w : tensor<64xf32>
  return
}

// -----

// expected-error @below {{'cedar.state' op expected 'role' window, compressed_kv, index_keys, tail_values, tail_scores, engram_context or replay, found 'cache'}}
cedar.state @s "cache" layer 1 : !cedar.state<ring, 2, 1, tensor<64xf32>>

// -----

// expected-error @below {{'cedar.state' op expected 'layer' of at least 0, found -1}}
cedar.state @s "tail_values" layer -1 : !cedar.state<ring, 2, 1, tensor<64xf32>>

// -----

// expected-error @below {{'cedar.state' op expected 'tail_scores' to be a ring state, found a paged one}}
cedar.state @s "tail_scores" layer 1 : !cedar.state<paged, 2, 1, tensor<64xf32>>

// -----

// expected-error @below {{'cedar.state' op expected 'index_keys' to be a paged state, found a ring one}}
cedar.state @s "index_keys" layer 1
    : !cedar.state<ring, 2, 1, tensor<64xf4E2M1FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>>

// -----

// expected-error @below {{'cedar.state' op expected rows of AQ8 under role window}}
cedar.state @s "window" layer 1 : !cedar.state<ring, 16, 1, tensor<64xbf16>>

// -----

// expected-error @below {{'cedar.state' op expected rows of NVFP4 under role compressed_kv}}
cedar.state @s "compressed_kv" layer 1
    : !cedar.state<paged, 16, 2, tensor<64xf4E2M1FN, #cedar.scaled<f8E8M0FNU, [1, 32]>>>

// -----

// expected-error @below {{'cedar.state' op expected rows of MXFP4 under role index_keys}}
cedar.state @s "index_keys" layer 1
    : !cedar.state<paged, 16, 2, tensor<64xf4E2M1FN, #cedar.scaled<f8E4M3FN, [1, 16]>>>

// -----

// expected-error @below {{'cedar.state' op expected rows of f32 under role tail_values}}
cedar.state @s "tail_values" layer 1 : !cedar.state<ring, 2, 1, tensor<64xbf16>>

// -----

// expected-error @below {{'cedar.state' op expected rows of one i32 under role engram_context}}
cedar.state @s "engram_context" layer 1 : !cedar.state<ring, 4, 1, tensor<2xi32>>

// -----

func.func @f() {
  // expected-error @below {{'cedar.state_ref' op expected a cedar.state named 's', found none}}
  %s = cedar.state_ref @s : <ring, 2, 1, tensor<64xf32>>
  return
}

// -----

// expected-note @below {{the state is here}}
cedar.state @s "tail_values" layer 1 : !cedar.state<ring, 2, 1, tensor<64xf32>>
func.func @f() {
  // expected-error @below {{'cedar.state_ref' op expected the state's type '!cedar.state<ring, 2, 1, tensor<64xf32>>', found '!cedar.state<ring, 4, 1, tensor<64xf32>>'}}
  %s = cedar.state_ref @s : <ring, 4, 1, tensor<64xf32>>
  return
}

// -----

func.func @f(%rows: tensor<?x64xf32>, %state: !cedar.state<paged, 16, 2, tensor<64xf32>>) {
  // expected-error @below {{'cedar.state_stage' op expected 'state' to be a ring state, found a paged one}}
  cedar.state_stage %rows, %state
      : (tensor<?x64xf32>, !cedar.state<paged, 16, 2, tensor<64xf32>>) -> ()
  return
}

// -----

func.func @f(%rows: tensor<?x32xf32>, %state: !cedar.state<ring, 2, 1, tensor<64xf32>>) {
  // expected-error @below {{'cedar.state_stage' op expected 'rows' of the state's row type 'tensor<64xf32>', found 'tensor<?x32xf32>'}}
  cedar.state_stage %rows, %state
      : (tensor<?x32xf32>, !cedar.state<ring, 2, 1, tensor<64xf32>>) -> ()
  return
}

// -----

func.func @f(%rows: tensor<?x64xbf16>, %state: !cedar.state<ring, 2, 1, tensor<64xf32>>) {
  // expected-error @below {{'cedar.state_stage' op expected 'rows' of the state's row type 'tensor<64xf32>', found 'tensor<?x64xbf16>'}}
  cedar.state_stage %rows, %state
      : (tensor<?x64xbf16>, !cedar.state<ring, 2, 1, tensor<64xf32>>) -> ()
  return
}

// -----

func.func @f(%rows: tensor<?xi32>, %state: !cedar.state<paged, 16, 2, tensor<64xf32>>) {
  // expected-error @below {{'cedar.state_commit' op expected 'state' to be a ring state, found a paged one}}
  cedar.state_commit %rows, %rows, %rows, %rows, %rows, %state
      : (tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>,
         !cedar.state<paged, 16, 2, tensor<64xf32>>) -> ()
  return
}

// -----

func.func @f(%a: tensor<4xi32>, %b: tensor<5xi32>, %s: tensor<?xi32>,
             %state: !cedar.state<ring, 2, 1, tensor<64xf32>>) {
  // expected-error @below {{'cedar.state_commit' op expected 'sequence' of 4 rows as 'positions', found 5}}
  cedar.state_commit %a, %b, %s, %s, %s, %state
      : (tensor<4xi32>, tensor<5xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>,
         !cedar.state<ring, 2, 1, tensor<64xf32>>) -> ()
  return
}

// -----

func.func @f(%a: tensor<?xi32>, %s: tensor<1xi32>, %t: tensor<2xi32>,
             %state: !cedar.state<ring, 2, 1, tensor<64xf32>>) {
  // expected-error @below {{'cedar.state_commit' op expected 'slots' of 1 rows as 'length', found 2}}
  cedar.state_commit %a, %a, %s, %t, %s, %state
      : (tensor<?xi32>, tensor<?xi32>, tensor<1xi32>, tensor<2xi32>, tensor<1xi32>,
         !cedar.state<ring, 2, 1, tensor<64xf32>>) -> ()
  return
}

// -----

func.func @f(%a: tensor<?xi32>, %s: tensor<1xi32>, %t: tensor<2xi32>,
             %state: !cedar.state<ring, 2, 1, tensor<64xf32>>) {
  // expected-error @below {{'cedar.state_commit' op expected 'accepted' of 1 rows as 'length', found 2}}
  cedar.state_commit %a, %a, %s, %s, %t, %state
      : (tensor<?xi32>, tensor<?xi32>, tensor<1xi32>, tensor<1xi32>, tensor<2xi32>,
         !cedar.state<ring, 2, 1, tensor<64xf32>>) -> ()
  return
}

// -----

func.func @f(%rows: tensor<?x64xf32>, %a: tensor<?xi32>, %pages: tensor<?x?xi32>,
             %state: !cedar.state<ring, 2, 1, tensor<64xf32>>) {
  // expected-error @below {{'cedar.state_append' op expected 'state' to be a paged state, found a ring one}}
  cedar.state_append %rows, %a, %a, %pages, %state
      : (tensor<?x64xf32>, tensor<?xi32>, tensor<?xi32>, tensor<?x?xi32>,
         !cedar.state<ring, 2, 1, tensor<64xf32>>) -> ()
  return
}

// -----

func.func @f(%rows: tensor<?x32xf32>, %a: tensor<?xi32>, %pages: tensor<?x?xi32>,
             %state: !cedar.state<paged, 16, 2, tensor<64xf32>>) {
  // expected-error @below {{'cedar.state_append' op expected 'rows' of the state's row type 'tensor<64xf32>', found 'tensor<?x32xf32>'}}
  cedar.state_append %rows, %a, %a, %pages, %state
      : (tensor<?x32xf32>, tensor<?xi32>, tensor<?xi32>, tensor<?x?xi32>,
         !cedar.state<paged, 16, 2, tensor<64xf32>>) -> ()
  return
}

// -----

func.func @f(%rows: tensor<4x64xf32>, %a: tensor<5xi32>, %b: tensor<4xi32>,
             %pages: tensor<?x?xi32>, %state: !cedar.state<paged, 16, 2, tensor<64xf32>>) {
  // expected-error @below {{'cedar.state_append' op expected 'positions' of 4 rows as 'rows', found 5}}
  cedar.state_append %rows, %a, %b, %pages, %state
      : (tensor<4x64xf32>, tensor<5xi32>, tensor<4xi32>, tensor<?x?xi32>,
         !cedar.state<paged, 16, 2, tensor<64xf32>>) -> ()
  return
}

// -----

func.func @f(%rows: tensor<4x64xf32>, %a: tensor<5xi32>, %b: tensor<4xi32>,
             %pages: tensor<?x?xi32>, %state: !cedar.state<paged, 16, 2, tensor<64xf32>>) {
  // expected-error @below {{'cedar.state_append' op expected 'sequence' of 4 rows as 'rows', found 5}}
  cedar.state_append %rows, %b, %a, %pages, %state
      : (tensor<4x64xf32>, tensor<4xi32>, tensor<5xi32>, tensor<?x?xi32>,
         !cedar.state<paged, 16, 2, tensor<64xf32>>) -> ()
  return
}

// -----

func.func @f(%input: tensor<bf16>, %rows: tensor<?xi32>) {
  // expected-error @below {{'cedar.take_rows' op expected 'input.rank' of at least 1, found 0}}
  %0 = cedar.take_rows %input, %rows : (tensor<bf16>, tensor<?xi32>) -> tensor<bf16>
  return
}

// -----

func.func @f(%input: tensor<?x64xbf16>, %rows: tensor<?xi32>) {
  // expected-error @below {{'cedar.take_rows' op expected 'result' of rank 2, found rank 1}}
  %0 = cedar.take_rows %input, %rows : (tensor<?x64xbf16>, tensor<?xi32>) -> tensor<?xbf16>
  return
}

// -----

func.func @f(%input: tensor<?x64xbf16>, %rows: tensor<4xi32>) {
  // expected-error @below {{'cedar.take_rows' op expected 'result' of 4 rows as 'rows', found 5}}
  %0 = cedar.take_rows %input, %rows : (tensor<?x64xbf16>, tensor<4xi32>) -> tensor<5x64xbf16>
  return
}

// -----

func.func @f(%input: tensor<?x64xbf16>, %rows: tensor<?xi32>) {
  // expected-error @below {{'cedar.take_rows' op expected 'result' of the elements of 'input'}}
  %0 = cedar.take_rows %input, %rows : (tensor<?x64xbf16>, tensor<?xi32>) -> tensor<?x64xf32>
  return
}

// -----

func.func @f(%input: tensor<?x2x64xbf16>, %rows: tensor<?xi32>) {
  // expected-error @below {{'cedar.take_rows' op expected dimension 2 of 'result' to be 64, found 32}}
  %0 = cedar.take_rows %input, %rows : (tensor<?x2x64xbf16>, tensor<?xi32>) -> tensor<?x2x32xbf16>
  return
}

// -----

func.func @f(%streams: tensor<?x64xbf16>, %mix: tensor<?x2xf32>) {
  // expected-error @below {{'cedar.layer' op expected 'streams' of rank 3, found rank 2}}
  %0:2 = cedar.layer 0(%streams, %mix)
      : (tensor<?x64xbf16>, tensor<?x2xf32>) -> (tensor<?x64xbf16>, tensor<?x2xf32>) {
  ^bb0(%s: tensor<?x64xbf16>, %m: tensor<?x2xf32>):
    cedar.yield %s, %m : tensor<?x64xbf16>, tensor<?x2xf32>
  }
  return
}

// -----

func.func @f(%streams: tensor<?x2x64xbf16>, %mix: tensor<?xf32>) {
  // expected-error @below {{'cedar.layer' op expected 'mix' of rank 2, found rank 1}}
  %0:2 = cedar.layer 0(%streams, %mix)
      : (tensor<?x2x64xbf16>, tensor<?xf32>) -> (tensor<?x2x64xbf16>, tensor<?xf32>) {
  ^bb0(%s: tensor<?x2x64xbf16>, %m: tensor<?xf32>):
    cedar.yield %s, %m : tensor<?x2x64xbf16>, tensor<?xf32>
  }
  return
}

// -----

func.func @f(%streams: tensor<4x2x64xbf16>, %mix: tensor<5x2xf32>) {
  // expected-error @below {{'cedar.layer' op expected 'mix' of 4 rows as 'streams', found 5}}
  %0:2 = cedar.layer 0(%streams, %mix)
      : (tensor<4x2x64xbf16>, tensor<5x2xf32>) -> (tensor<4x2x64xbf16>, tensor<5x2xf32>) {
  ^bb0(%s: tensor<4x2x64xbf16>, %m: tensor<5x2xf32>):
    cedar.yield %s, %m : tensor<4x2x64xbf16>, tensor<5x2xf32>
  }
  return
}

// -----

func.func @f(%streams: tensor<?x2x64xbf16>, %mix: tensor<?x3xf32>) {
  // expected-error @below {{'cedar.layer' op expected dimension 1 of 'mix' to be 2, found 3}}
  %0:2 = cedar.layer 0(%streams, %mix)
      : (tensor<?x2x64xbf16>, tensor<?x3xf32>) -> (tensor<?x2x64xbf16>, tensor<?x3xf32>) {
  ^bb0(%s: tensor<?x2x64xbf16>, %m: tensor<?x3xf32>):
    cedar.yield %s, %m : tensor<?x2x64xbf16>, tensor<?x3xf32>
  }
  return
}

// -----

func.func @f(%streams: tensor<?x2x64xbf16>, %mix: tensor<?x2xf32>) {
  // expected-error @below {{'cedar.layer' op expected 'layer' of at least 0, found -1}}
  %0:2 = cedar.layer -1(%streams, %mix)
      : (tensor<?x2x64xbf16>, tensor<?x2xf32>) -> (tensor<?x2x64xbf16>, tensor<?x2xf32>) {
  ^bb0(%s: tensor<?x2x64xbf16>, %m: tensor<?x2xf32>):
    cedar.yield %s, %m : tensor<?x2x64xbf16>, tensor<?x2xf32>
  }
  return
}

// -----

func.func @f(%streams: tensor<?x2x64xbf16>, %mix: tensor<?x2xf32>) {
  // expected-error @below {{'cedar.layer' op expected results that begin with the types of 'streams' and 'mix'}}
  %0 = cedar.layer 0(%streams, %mix)
      : (tensor<?x2x64xbf16>, tensor<?x2xf32>) -> tensor<?x2x64xbf16> {
  ^bb0(%s: tensor<?x2x64xbf16>, %m: tensor<?x2xf32>):
    cedar.yield %s : tensor<?x2x64xbf16>
  }
  return
}

// -----

func.func @f(%streams: tensor<?x2x64xbf16>, %mix: tensor<?x2xf32>) {
  // expected-error @below {{'cedar.layer' op expected region 'body' to take ('tensor<?x2x64xbf16>', 'tensor<?x2xf32>'), found ('tensor<?x2x64xbf16>')}}
  %0:2 = cedar.layer 0(%streams, %mix)
      : (tensor<?x2x64xbf16>, tensor<?x2xf32>) -> (tensor<?x2x64xbf16>, tensor<?x2xf32>) {
  ^bb0(%s: tensor<?x2x64xbf16>):
    cedar.yield %s, %mix : tensor<?x2x64xbf16>, tensor<?x2xf32>
  }
  return
}

// -----

func.func @f(%streams: tensor<?x2x64xbf16>, %mix: tensor<?x2xf32>) {
  // expected-error @below {{'cedar.layer' op expected region 'body' to yield ('tensor<?x2x64xbf16>', 'tensor<?x2xf32>'), found ('tensor<?x2x64xbf16>')}}
  %0:2 = cedar.layer 0(%streams, %mix)
      : (tensor<?x2x64xbf16>, tensor<?x2xf32>) -> (tensor<?x2x64xbf16>, tensor<?x2xf32>) {
  ^bb0(%s: tensor<?x2x64xbf16>, %m: tensor<?x2xf32>):
    cedar.yield %s : tensor<?x2x64xbf16>
  }
  return
}

// -----

func.func @f(%streams: tensor<?x2x64xbf16>, %mix: tensor<?x2xf32>) {
  // expected-error @below {{'cedar.ced' op expected region 'decoder' to take ('tensor<?x2x64xbf16>', 'tensor<?x2xf32>'), found ()}}
  %0:2 = cedar.ced %streams, %mix : tensor<?x2x64xbf16>, tensor<?x2xf32> encoder {
  ^bb0(%s: tensor<?x2x64xbf16>, %m: tensor<?x2xf32>):
    cedar.yield %s, %m : tensor<?x2x64xbf16>, tensor<?x2xf32>
  } decoder {
    cedar.yield %streams, %mix : tensor<?x2x64xbf16>, tensor<?x2xf32>
  }
  return
}

// -----

func.func @f(%streams: tensor<?x2x64xbf16>, %mix: tensor<?x2xf32>) {
  // expected-error @below {{'cedar.ced' op expected region 'encoder' to yield ('tensor<?x2x64xbf16>', 'tensor<?x2xf32>'), found ()}}
  %0:2 = cedar.ced %streams, %mix : tensor<?x2x64xbf16>, tensor<?x2xf32> encoder {
  ^bb0(%s: tensor<?x2x64xbf16>, %m: tensor<?x2xf32>):
    cedar.yield
  } decoder {
  ^bb0(%s: tensor<?x2x64xbf16>, %m: tensor<?x2xf32>):
    cedar.yield %s, %m : tensor<?x2x64xbf16>, tensor<?x2xf32>
  }
  return
}

// -----

func.func @f(%streams: tensor<?x2x64xbf16>) {
  // expected-error @below {{'cedar.yield' op expects parent op to be one of 'cedar.ced, cedar.layer'}}
  cedar.yield %streams : tensor<?x2x64xbf16>
}

// -----

func.func @f(%rows: tensor<?xi32>, %state: !cedar.state<paged, 16, 2, tensor<64xf32>>) {
  // expected-error @below {{'cedar.state_read' op expected 'state' to be a ring state, found a paged one}}
  %0 = cedar.state_read %rows, %rows, %rows, %state
      : (tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, !cedar.state<paged, 16, 2, tensor<64xf32>>)
      -> tensor<?x64xf32>
  return
}

// -----

func.func @f(%rows: tensor<?xi32>, %state: !cedar.state<ring, 2, 1, tensor<64xf32>>) {
  // expected-error @below {{'cedar.state_read' op expected 'result' of the state's row type 'tensor<64xf32>', found 'tensor<?x32xf32>'}}
  %0 = cedar.state_read %rows, %rows, %rows, %state
      : (tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, !cedar.state<ring, 2, 1, tensor<64xf32>>)
      -> tensor<?x32xf32>
  return
}

// -----

func.func @f(%a: tensor<4xi32>, %b: tensor<5xi32>, %slots: tensor<?xi32>,
             %state: !cedar.state<ring, 2, 1, tensor<64xf32>>) {
  // expected-error @below {{'cedar.state_read' op expected 'sequence' of 4 rows as 'positions', found 5}}
  %0 = cedar.state_read %a, %b, %slots, %state
      : (tensor<4xi32>, tensor<5xi32>, tensor<?xi32>, !cedar.state<ring, 2, 1, tensor<64xf32>>)
      -> tensor<?x64xf32>
  return
}

// -----

func.func @f(%a: tensor<4xi32>, %slots: tensor<?xi32>,
             %state: !cedar.state<ring, 2, 1, tensor<64xf32>>) {
  // expected-error @below {{'cedar.state_read' op expected 'result' of 4 rows as 'positions', found 5}}
  %0 = cedar.state_read %a, %a, %slots, %state
      : (tensor<4xi32>, tensor<4xi32>, tensor<?xi32>, !cedar.state<ring, 2, 1, tensor<64xf32>>)
      -> tensor<5x64xf32>
  return
}

// -----

func.func @f(%input: tensor<?x64xbf16>) {
  // expected-error @below {{'cedar.copy_rows' op expected the type of 'input' as the type of the result}}
  %0 = cedar.copy_rows %input : (tensor<?x64xbf16>) -> tensor<?x32xbf16>
  return
}
