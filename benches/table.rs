//! The transposition table: storing and finding, in the cache and far beyond it.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use std::hint::black_box;
// The table is private to the search; the bench builds its file in, where it finds these names.
use stonefall_engine::{eval, types};

#[allow(dead_code, unreachable_pub, unused_imports, unused_macros)]
#[path = "../crates/engine/src/cpu.rs"]
mod cpu;

#[allow(dead_code, unreachable_pub, unused_imports)]
#[path = "../crates/engine/src/machine.rs"]
mod machine;

#[path = "../crates/engine/src/search"]
mod search {
    pub(crate) use stonefall_engine::search::Bound;

    #[allow(unused_imports)]
    mod memory;
    #[allow(dead_code)]
    mod table;

    /// Stores and then looks up keys from a fixed stream; tells how many are found.
    pub(crate) struct Bench {
        table: table::TranspositionTable,
        keys: Vec<u64>,
    }

    impl Bench {
        pub(crate) fn new(mib: usize, keys: usize) -> Self {
            let mut state = 1u64;
            let keys = (0..keys).map(|_| {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                (state ^ state >> 33).wrapping_mul(0x9e37_79b9_7f4a_7c15)
            });
            Self { table: table::TranspositionTable::new(mib), keys: keys.collect() }
        }

        pub(crate) fn store(&self) {
            let mv = crate::types::Move::from_bits(0x4001);
            let score = crate::eval::Score(5);
            for &key in &self.keys {
                let depth = (key & 15) as i32;
                let entry = table::TableEntry { mv, score, depth, bound: Bound::Lower };
                self.table.store(key, 3, entry);
            }
        }

        pub(crate) fn find(&self) -> usize {
            self.keys.iter().filter(|&&key| self.table.probe(key, 3).is_some()).count()
        }

        pub(crate) fn len(&self) -> usize {
            self.keys.len()
        }
    }
}

fn size(criterion: &mut Criterion, mib: usize) {
    // So few that no bucket overflows.
    let bench = search::Bench::new(mib, mib << 7);
    bench.store();
    let expected = bench.find();
    assert!(expected > bench.len() * 99 / 100, "{expected} of {}", bench.len());
    let mut group = criterion.benchmark_group(format!("table/{mib} MiB"));
    group.throughput(Throughput::Elements(bench.len() as u64));
    group.bench_function("store", |bencher| bencher.iter(|| black_box(&bench).store()));
    group.bench_function("find", |bencher| {
        bencher.iter(|| assert_eq!(black_box(&bench).find(), expected));
    });
    group.finish();
}

fn table(criterion: &mut Criterion) {
    size(criterion, 1);
    size(criterion, 64);
}

criterion_group!(benches, table);
criterion_main!(benches);
