//! Where the lanes of a frame lie on their roads: the painter draws there, and a pointer finds there.

use super::geometry::CanvasSizes;
use crate::prelude::*;
use flitscope::order::sort_by_number;
use flitscope_show::animation::frame::Frame;

/// The least room of a lane, in widths, that is kept for it while nothing is on it. Where it is less, the lanes in use share the road.
const LEAST: f64 = 0.009;

/// The part of a road that the line in its middle takes.
const MIDDLE: f64 = 0.06;

/// The place of a lane.
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
    /// Link and lane, ascending.
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

    /// The place of one of them.
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
        let middle = if link.paired { MIDDLE * size.road } else { 0.0 };
        let room = (side - middle) / f64::from(lanes.max(1));
        let beside = middle + room * (f64::from(lane) + 0.5) - if link.paired { 0.0 } else { 0.5 * side };
        LanePlace { beside, room, order: if kept { order } else { (0, 1) } }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use flitscope_show::animation::frame::Frame;

    fn mark(lane: u32) -> LaneMark {
        LaneMark {
            link: 0,
            lane,
            message: lane,
            tone: LaneTone::Unicast,
            crossed: 1,
            last: false,
            moved: true,
            head: false,
            blocked: false,
        }
    }

    /// The places of some lanes of a link that are in use.
    fn places(link: &Link, width: f64, used: &[u32]) -> Vec<LanePlace> {
        let layout = Layout { pitch: 0.12, road: 0.25, links: vec![link.clone()], ..Layout::default() };
        let frame = Frame { lanes: used.iter().map(|lane| mark(*lane)).collect(), ..Frame::default() };
        let places = LanePlaces::of(&layout, &frame);
        frame.lanes.iter().map(|lane| places.at(&CanvasSizes::of(&layout, width), link, lane)).collect()
    }

    #[test]
    fn lanes_of_a_pair_keep_to_the_right_and_others_lie_about_their_link() {
        let paired = Link { lanes: 8, paired: true, ..Link::default() };
        let single = Link { paired: false, ..paired.clone() };
        let half = 0.125 * 0.12 * 568.0;
        for used in [&[5][..], &[0, 7], &[0, 1, 2, 3, 4, 5, 6, 7]] {
            let all = places(&paired, 568.0, used);
            assert!(all.windows(2).all(|pair| 0.0 < pair[0].beside && pair[0].beside < pair[1].beside));
            assert!(all.iter().all(|at| at.beside > 0.5 * at.room && at.beside + 0.5 * at.room <= half + 1e-9));
            let about = places(&single, 568.0, used).iter().map(|at| at.beside).sum::<f64>();
            assert!(about.abs() < 1e-9, "{about}");
        }
    }

    #[test]
    fn lanes_share_the_room_where_it_is_scarce_and_keep_their_places_where_it_is_not() {
        let few = Link { lanes: 3, ..Link::default() };
        let [at] = places(&few, 568.0, &[2])[..] else { panic!("one lane") };
        assert!(at.beside > 0.0 && (at.room - 0.25 * 0.12 * 568.0 / 3.0).abs() < 1e-9, "its own third: {at:?}");
        let many = Link { lanes: 16, ..few.clone() };
        let [at] = places(&many, 568.0, &[2])[..] else { panic!("one lane") };
        assert!(at.beside.abs() < 1e-9 && (at.room - 0.25 * 0.12 * 568.0).abs() < 1e-9, "all of it: {at:?}");
        let order: Vec<_> = places(&few, 568.0, &[0, 2]).iter().map(|at| at.order).collect();
        assert_eq!(order, [(0, 2), (1, 2)]);
    }
}
