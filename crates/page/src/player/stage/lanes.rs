//! Where the lanes of a frame lie on their roads: the painter draws there, and a pointer finds there.

use crate::player::prelude::*;

/// The least room of a lane, in widths, that is kept for it while nothing is on it. Where it is less, the lanes in use share the road.
const LEAST: f64 = 0.009;

/// The part of a road that the line in its middle takes.
const MIDDLE: f64 = 0.06;

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct LanePlace {
    /// Its distance to the right of its link.
    pub(crate) beside: f64,
    pub(crate) room: f64,
    /// Its place among the lanes in use of its link, from 0, and their number.
    pub(crate) order: (u32, u32),
}

#[derive(Clone, Debug, Default)]
pub(crate) struct LanePlaces {
    /// Link and lane of each mark, ascending.
    used: Vec<(u32, u32)>,
    /// True if there are copies of one broadcast and nothing else: they take the middle of the road.
    alone: bool,
}

impl LanePlaces {
    pub(crate) fn of(layout: &Layout, frame: &Frame) -> Self {
        let mut used: Vec<_> = frame.lanes.iter().map(|mark| (mark.link, mark.lane)).collect();
        sort_by_number(&mut used, |&(link, lane)| u64::from(link) << 32 | u64::from(lane));
        Self { used, alone: layout.has_tree() && frame.lanes.iter().all(|mark| mark.tone == LaneTone::Copy) }
    }

    pub(crate) fn at(&self, size: &CanvasSizes, link: &Link, mark: &LaneMark) -> LanePlace {
        let from = self.used.partition_point(|(link, _)| *link < mark.link);
        let lanes = self.used[from..].iter().take_while(|(link, _)| *link == mark.link).map(|(_, lane)| *lane);
        let order = lanes.fold((0, 0), |(before, all), lane| (before + u32::from(lane < mark.lane), all + 1));
        let side = if link.paired { 0.5 * size.road } else { size.road };
        if self.alone || mark.tone == LaneTone::Hop {
            return LanePlace { beside: 0.0, room: 0.5 * size.road, order };
        }
        let kept = side / f64::from(link.lanes.max(1)) >= LEAST * size.width;
        let (lane, lanes) = if kept { (mark.lane, link.lanes) } else { order };
        let (beside, room) = beside(size, link, lane, lanes);
        LanePlace { beside, room, order: if kept { order } else { (0, 1) } }
    }
}

/// The distance of a lane to the right of its link, and its room, where `lanes` have their places.
pub(crate) fn beside(size: &CanvasSizes, link: &Link, lane: u32, lanes: u32) -> (f64, f64) {
    let (side, middle) = if link.paired { (0.5 * size.road, MIDDLE * size.road) } else { (size.road, 0.0) };
    let room = (side - middle) / f64::from(lanes.max(1));
    (middle + room * (f64::from(lane) + 0.5) - if link.paired { 0.0 } else { 0.5 * side }, room)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::player::tests;

    #[test]
    fn lanes_of_a_pair_keep_to_the_right_others_lie_about_their_link_and_scarce_room_is_shared() {
        let all = [0, 1, 2, 3, 4, 5, 6, 7];
        let wide = [&[5][..], &[0, 7], &all].into_iter().flat_map(|used| [(8, true, used), (8, false, used)]);
        let few = [(3, false, &[2][..]), (3, false, &[0, 2]), (16, false, &[2])];
        blessed::words("places of lanes", wide.chain(few), |(lanes, paired, used)| {
            let link = Link { lanes, paired, ..Link::default() };
            let layout = Layout { pitch: 0.12, road: 0.25, links: vec![link], ..Layout::default() };
            let frame =
                Frame { lanes: used.iter().map(|lane| tests::lane(*lane, *lane)).collect(), ..Frame::default() };
            let (places, size) = (LanePlaces::of(&layout, &frame), CanvasSizes::of(&layout, 568.0));
            let place = |mark: &LaneMark| {
                let LanePlace { beside, room, order } = places.at(&size, &layout.links[0], mark);
                format!("{order:?}: {beside:.3} of {room:.3}")
            };
            frame.lanes.iter().map(place).collect::<Vec<_>>()
        });
    }
}
