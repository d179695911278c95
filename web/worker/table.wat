;; The transposition table in memory that several instances of the engine share. Calls from module to module do
;; not pass through JavaScript. crates/engine/src/machine.rs describes the functions. Plain loads and stores suffice: the table recognizes torn
;; entries (crates/engine/src/search/table.rs).
(module
  ;; At most 1 GiB for the buckets and a page for the words in front of them.
  (import "stonefall" "memory" (memory 1 16385 shared))

  ;; Provides the memory up to an end, and fills it with zeros from the start.
  (func (export "clear") (param $start i32) (param $end i32) (result i32)
    (local $pages i32)
    (local.set $pages (i32.shr_u (i32.add (local.get $end) (i32.const 65535)) (i32.const 16)))
    (if (i32.gt_u (local.get $pages) (memory.size))
      (then
        (if (i32.eq (memory.grow (i32.sub (local.get $pages) (memory.size))) (i32.const -1))
          (then (return (i32.const 0))))))
    (memory.fill (local.get $start) (i32.const 0) (i32.sub (local.get $end) (local.get $start)))
    (i32.const 1))

  (func (export "load") (param $address i32) (result i64)
    (i64.load (local.get $address)))

  (func (export "store") (param $address i32) (param $value i64)
    (i64.store (local.get $address) (local.get $value)))

  ;; The second word of the first of four pairs whose words, XORed, are the key, or 0.
  (func (export "find") (param $pair i32) (param $key i64) (result i64)
    (local $data i64)
    (local $end i32)
    (local.set $end (i32.add (local.get $pair) (i32.const 64)))
    (loop $next
      (local.set $data (i64.load offset=8 (local.get $pair)))
      (if (i64.eq (i64.xor (i64.load (local.get $pair)) (local.get $data)) (local.get $key))
        (then (return (local.get $data))))
      (local.set $pair (i32.add (local.get $pair) (i32.const 16)))
      (br_if $next (i32.lt_u (local.get $pair) (local.get $end))))
    (i64.const 0)))
