//! Sorting by a number, without the standard library's sort for each type: that is kilobytes of the wasm each time. Insertion for slices of
//! at most about a hundred elements, and one sort of numbers for longer ones.

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

/// As [`sort_small_by`], for any length and whole numbers.
pub fn sort_by_number<T: Copy>(things: &mut [T], number: impl Fn(&T) -> u64) {
    let mut places: Vec<(u64, u32)> = things.iter().map(number).zip(0..).collect();
    places.sort_unstable();
    let sorted: Vec<T> = places.into_iter().map(|(_, place)| things[place as usize]).collect();
    things.copy_from_slice(&sorted);
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
            let mut whole = things.clone();
            sort_small_by(&mut things, |thing| thing.1);
            prop_assert_eq!(&things, &expected);
            sort_by_number(&mut whole, |thing| thing.1 as u64);
            prop_assert_eq!(whole, expected);
        }
    }
}
