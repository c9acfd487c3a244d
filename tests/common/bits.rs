//! Digests of everything computed, bit by bit: run natively and in the browser, they must be equal to the last bit.
//! The constants are from this implementation, run natively; they change only when a number changes.
//!
//! A test that fails prints the rows that differ as they are to stand in the table: where the change is meant, they are copied
//! (`cargo test --test all digests`, `cargo test -p flitscope-show --test all`), and the commit says why.

/// Digests by name.
pub(super) type Table = &'static [(&'static str, u64)];

/// Compares what is computed with a table.
pub(super) fn check(table: Table, computed: &[(&str, u64)]) {
    let differ = computed.iter().filter(|row| !table.contains(row));
    let words = |digest: u64| [48, 32, 16, 0].map(|shift| format!("{:04x}", digest >> shift & 0xffff)).join("_");
    let rows: String = differ.map(|(name, digest)| format!("    ({name:?}, 0x{}),\n", words(*digest))).collect();
    assert!(rows.is_empty(), "these rows differ:\n{rows}");
    assert_eq!(table.len(), computed.len(), "a row is computed no more");
}

/// FNV-1a over 64-bit words.
pub(super) struct Digest(pub(super) u64);

impl Digest {
    pub(super) const fn new() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }

    pub(super) fn add(&mut self, word: u64) {
        for byte in word.to_le_bytes() {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
}
