//! Texts and constants of the model for its views.

use crate::model::{Measure, ModelInfo, banyan_multicast};

pub(super) const INFO: ModelInfo = {
    let paper = banyan_multicast::INFO;
    let [copies, complete] = banyan_multicast::MEASURES;
    ModelInfo {
        measures: &[
            Measure { subject: ["The throughput of our ", "model"], ..copies },
            Measure { name: "complete", subject: ["The rate of complete deliveries of our ", "model"], ..complete },
        ],
        headlines: &["rho", "rho_out", "u_out", "eta", "complete_m", "eta_complete"],
        texts: "rivals",
        deviations: &[],
        repairs: &[],
        ..paper
    }
};
