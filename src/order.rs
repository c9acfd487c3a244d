//! Insertion sort for slices of at most about a hundred elements; keeps the standard library's sort, kilobytes for each type, out of the wasm.

/// Sorts by a number of each element, in rising order; equal ones keep their order.
pub fn sort_small_by<T>(things: &mut [T], number: impl Fn(&T) -> f64) {
    for end in 1..things.len() {
        let mut at = end;
        while at > 0 && number(&things[at]).total_cmp(&number(&things[at - 1])).is_lt() {
            things.swap(at, at - 1);
            at -= 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn it_is_the_stable_order_of_the_numbers(numbers in prop::collection::vec((0_u8..9).prop_map(f64::from), 0..40)) {
            let mut things: Vec<_> = numbers.into_iter().enumerate().collect();
            let mut expected = things.clone();
            expected.sort_by(|a, b| a.1.total_cmp(&b.1));
            sort_small_by(&mut things, |thing| thing.1);
            prop_assert_eq!(things, expected);
        }
    }
}
