//! Names that several files of the player use.

pub(super) use super::{
    Drawing, Player, Settings,
    paint::{Pen, Surface, TextAlign},
    panels::moments::Moment,
    recorder::Recording,
    stage::{
        geometry::{CanvasSizes, distance, from_lines, halfway, length, rest, tip, until},
        inside::Room,
        lanes::LanePlaces,
        view::{Overview, StageView},
        walk::Toward,
    },
    transport::Extent,
};
pub(super) use crate::prelude::*;
pub(super) use flitscope::{
    model::{Countable, Quantity},
    order::sort_by_number,
    text::{listed, sentence as capital},
};
pub(super) use flitscope_show::animation::{
    Mark, NoAnimation,
    counted::Count,
    frame::{Carried, Followed, LabelPlacement, NodeMark, NodeShape, Sign},
    inside::{Band, BandEnd, Holder, Port, Road, RoadLane, Said, Start},
    trail::{MessageUse, Switching, TimeUse, TrailRow, ideal::Ideal},
};
