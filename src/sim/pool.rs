//! Places for things that come and go: a place that has become free is used again, so that a warm network allocates nothing.

use std::ops::{Index, IndexMut};

/// Values by place. The place given back last is used first. A free place keeps its last value until then.
#[derive(Clone, Debug)]
pub(super) struct Slab<T> {
    all: Vec<T>,
    free: Vec<u32>,
}

impl<T> Slab<T> {
    pub(super) const fn new() -> Self {
        Self { all: Vec::new(), free: Vec::new() }
    }

    /// Puts a value at a free place, or at a new one behind all others; gives the place.
    pub(super) fn put(&mut self, value: T) -> u32 {
        if let Some(place) = self.free.pop() {
            self[place] = value;
            return place;
        }
        self.all.push(value);
        self.all.len() as u32 - 1
    }

    pub(super) fn free(&mut self, place: u32) {
        self.free.push(place);
    }

    /// The value at a place; none if there is no such place.
    pub(super) fn get(&self, place: u32) -> Option<&T> {
        self.all.get(place as usize)
    }

    /// All places with their values, free ones included.
    pub(super) fn iter(&self) -> impl Iterator<Item = (u32, &T)> {
        (0..).zip(&self.all)
    }

    /// The number of places, free ones included.
    pub(super) const fn places(&self) -> usize {
        self.all.len()
    }

    /// The memory of all places, bytes: the same on every machine.
    pub(super) const fn held(&self) -> u64 {
        (self.places() * size_of::<T>()) as u64
    }

    /// The number of occupied places.
    pub(super) const fn used(&self) -> usize {
        self.all.len() - self.free.len()
    }

    /// The memory that it takes, bytes.
    pub(super) const fn bytes(&self) -> usize {
        self.all.capacity() * size_of::<T>() + self.free.capacity() * size_of::<u32>()
    }
}

impl<T> Index<u32> for Slab<T> {
    type Output = T;

    fn index(&self, place: u32) -> &T {
        &self.all[place as usize]
    }
}

impl<T> IndexMut<u32> for Slab<T> {
    fn index_mut(&mut self, place: u32) -> &mut T {
        &mut self.all[place as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_used_again_the_last_one_first() {
        let mut pool = Slab::new();
        assert_eq!(['a', 'b', 'c'].map(|value| pool.put(value)), [0, 1, 2]);
        pool.free(0);
        pool.free(1);
        assert_eq!((pool[1], pool.places(), pool.used()), ('b', 3, 1), "a free place keeps its value");
        assert_eq!(['d', 'e', 'f'].map(|value| pool.put(value)), [1, 0, 3]);
        assert_eq!(pool.iter().map(|(_, &value)| value).collect::<String>(), "edcf");
        assert_eq!((pool.get(3), pool.get(4), pool.used()), (Some(&'f'), None, 4));
    }
}
