//! Names that most files use.

pub(crate) use crate::dom::{
    effect::{Effect, Timer},
    palette::Palette,
    patch::{DomPatch, Patch},
    quantity::{letter, lines},
    swatch,
};
#[cfg(test)]
pub(crate) use crate::{
    blessed,
    dom::scripts::{self, Told, flags, number, plain, seen},
};
#[cfg(test)]
pub(crate) use flitscope::experiment::observed;
pub(crate) use flitscope::{
    experiment::{self, Summary, table::Separator},
    explore::{Answer, Question},
    lesson::{self, Lesson},
    model::{self, ModelInfo, Outcome, Point},
    order::sort_small_by,
    param::{Group, Key, Param, ParamKind},
    scenario::{Reading, Scenario, Setup, System, link},
    sim::{protocol::Verdict, stats::Percentiles},
    text::{count, grouped, percent, significant, trimmed},
};
pub(crate) use flitscope_show::{
    animation::{
        Animation, Frame, Inside, Item, Subject, Trail,
        event_log::Arrival,
        frame::{LaneMark, LaneTone, Layout, Link, Node, NodeTone, Place},
        words::Terms,
    },
    chart::{Chart, Plot, scale::Scale},
};
pub(crate) use maud::{Markup, PreEscaped, html};
pub(crate) use serde::Serialize;
