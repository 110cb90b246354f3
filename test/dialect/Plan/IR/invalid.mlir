// RUN: cedar-opt %s --split-input-file --verify-diagnostics

plan.entry @e {
  // expected-error @below {{'plan.input' op expected 2 names in 'dims', one per dynamic extent of 'tensor<?x?xi32>', found 1}}
  %x = plan.input "pages" [#plan<dim sequences>] : tensor<?x?xi32>
}

// -----

plan.entry @e {
  %x = plan.input "x" [] : tensor<4xf32>
  // expected-error @below {{'plan.output' op expected 0 names in 'dims', one per dynamic extent of 'tensor<4xf32>', found 1}}
  plan.output "y" %x [#plan<dim rows>] : tensor<4xf32>
}

// -----

plan.entry @e {
  // expected-error @below {{'plan.buffer' op expected positive 'bytes', found 0}}
  %x = plan.buffer rows 0
}

// -----

plan.entry @e {
  // expected-error @below {{'plan.buffer' op expected 'offset' to be a multiple of 64 and not negative, found 96}}
  %x = plan.buffer rows 8 at 96
}

// -----

plan.entry @e {
  // expected-error @below {{'plan.buffer' op expected 'offset' to be a multiple of 64 and not negative, found -64}}
  %x = plan.buffer rows 8 at -64
}

// -----

plan.entry @e {
  %x = plan.buffer rows 8
  // expected-error @below {{'plan.launch' op expected 'dims' for each of 1 arguments, found 2}}
  plan.launch @k "p"(%x) [[#plan<dim rows>], []] writes 1
}

// -----

plan.entry @e {
  %x = plan.buffer rows 8
  // expected-error @below {{'plan.launch' op expected 'writes' between 0 and 1, found 2}}
  plan.launch @k "p"(%x) [[#plan<dim rows>]] writes 2
}

// -----

plan.entry @e {
  %x = plan.buffer rows 8
  // expected-error @below {{'plan.launch' op expected 'writes' between 0 and 1, found -1}}
  plan.launch @k "p"(%x) [[#plan<dim rows>]] writes -1
}

// -----

plan.entry @e {
  %x = plan.buffer rows 8
  // expected-error @below {{expected 'ids' to be an argument, found -1}}
  plan.launch @k "p"(%x) [[#plan<dim rows>]] writes 1 gather <ids = -1, columns = 2>
}

// -----

plan.entry @e {
  %x = plan.buffer rows 8
  // expected-error @below {{expected positive 'columns', found 0}}
  plan.launch @k "p"(%x) [[#plan<dim rows>]] writes 1 gather <ids = 0, columns = 0>
}

// -----

plan.entry @e {
  %x = plan.buffer rows 8
  %w = plan.weight @table 0
  // expected-error @below {{'plan.launch' op expected 'ids' to be one of 2 arguments, found 2}}
  plan.launch @k "p"(%x, %w) [[#plan<dim rows>], []] writes 1 gather <ids = 2, columns = 2>
}

// -----

plan.entry @e {
  %x = plan.buffer rows 8
  // expected-error @below {{'plan.launch' op expected a weight to gather from, found none}}
  plan.launch @k "p"(%x) [[#plan<dim rows>]] writes 1 gather <ids = 0, columns = 2>
}

// -----

plan.entry @e {
  %x = plan.buffer rows 8
  %a = plan.weight @a 0
  %b = plan.weight @b 0
  // expected-error @below {{'plan.launch' op expected parts of one weight to gather from, found @a and @b}}
  plan.launch @k "p"(%x, %a, %b) [[#plan<dim rows>], [], []] writes 1 gather <ids = 0, columns = 2>
}

// -----

plan.entry @e {
  %x = plan.buffer rows 8
  %y = plan.buffer rows 8
  plan.launch prefetch @k "p"(%x) [[#plan<dim rows>]] writes 1
  // expected-error @below {{'plan.launch' op expected a wait before argument 0 is used, which a prefetched launch uses}}
  plan.launch @k "p"(%x, %y) [[#plan<dim rows>], [#plan<dim rows>]] writes 1
}

// -----

// A wait for the first of two is none for the second.
plan.entry @e {
  %x = plan.buffer rows 8
  %y = plan.buffer rows 8
  plan.launch prefetch @k "p"(%x) [[#plan<dim rows>]] writes 1
  plan.launch prefetch @k "p"(%y) [[#plan<dim rows>]] writes 1
  plan.wait %x
  // expected-error @below {{'plan.launch' op expected a wait before argument 1 is used, which a prefetched launch uses}}
  plan.launch @k "p"(%x, %y) [[#plan<dim rows>], [#plan<dim rows>]] writes 0
}

// -----

// Nor may it be written over.
plan.entry @e {
  %x = plan.stage @ring
  plan.launch prefetch @k "p"(%x) [[#plan<dim rows>]] writes 1
  // expected-error @below {{'plan.launch' op expected a wait before argument 0 is used}}
  plan.launch @k "p"(%x) [[#plan<dim rows>]] writes 1
}

// -----

// Nor what a prefetched launch behind its writer still reads.
plan.entry @e {
  %x = plan.buffer rows 8
  %y = plan.buffer rows 8
  plan.launch prefetch @k "p"(%x) [[#plan<dim rows>]] writes 1
  plan.launch prefetch @k "p"(%y) [[#plan<dim rows>]] writes 1
  plan.launch prefetch @k "p"(%x) [[#plan<dim rows>]] writes 0
  plan.wait %y
  // expected-error @below {{'plan.launch' op expected a wait before argument 0 is used, which a prefetched launch uses}}
  plan.launch @k "p"(%x) [[#plan<dim rows>]] writes 1
}

// -----

// Two references to the staged rows of one ring are the same memory.
plan.entry @e {
  %x = plan.stage @ring
  %y = plan.stage @ring
  plan.launch prefetch @k "p"(%x) [[#plan<dim rows>]] writes 1
  // expected-error @below {{'plan.launch' op expected a wait before argument 0 is used, which a prefetched launch uses}}
  plan.launch @k "p"(%y) [[#plan<dim rows>]] writes 0
}

// -----

// A kernel may write the states that it gets.
plan.entry @e {
  %x = plan.buffer rows 8
  %s = plan.state @context
  %t = plan.state @context
  plan.launch prefetch @k "p"(%s, %x) [[#plan<dim pool>], [#plan<dim rows>]] writes 1
  // expected-error @below {{'plan.launch' op expected a wait before argument 0 is used, which a prefetched launch uses}}
  plan.launch @k "p"(%t) [[#plan<dim pool>]] writes 0
}

// -----

// Neither may prefetched launches meet those before them in a state.
plan.entry @e {
  %s = plan.state @context
  %t = plan.state @context
  plan.launch @k "p"(%s) [[#plan<dim pool>]] writes 0
  // expected-error @below {{'plan.launch' op expected a prefetched launch to use nothing that other launches before it use, found argument 0}}
  plan.launch prefetch @k "p"(%t) [[#plan<dim pool>]] writes 0
}

// -----

plan.entry @e {
  %x = plan.buffer rows 8
  %y = plan.buffer rows 8
  plan.launch @k "p"(%x) [[#plan<dim rows>]] writes 1
  // expected-error @below {{'plan.launch' op expected a prefetched launch to use nothing that other launches before it use, found argument 0}}
  plan.launch prefetch @k "p"(%x, %y) [[#plan<dim rows>], [#plan<dim rows>]] writes 1
}

// -----

plan.entry @e {
  %x = plan.buffer rows 8
  plan.launch @k "p"(%x) [[#plan<dim rows>]] writes 1
  // expected-error @below {{'plan.wait' op expected a value that a prefetched launch before it uses}}
  plan.wait %x
}

// -----

// expected-error @below {{'plan.buffer' op expects parent op 'plan.entry'}}
%x = plan.buffer rows 8
