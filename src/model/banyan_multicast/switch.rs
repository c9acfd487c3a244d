//! One switching element: two inputs, two outputs, at most one packet on each in a slot.
//!
//! Where both inputs want an output, a fair coin decides. A packet to be copied that loses one output loses both at this element.

/// Eqs. (1) and (2): the packets (of both kinds, and unicast alone) that a switching element passes to an output per slot, given the rate
/// of packets at its inputs, the share of multicast packets among them, and the share of those that are copied here.
pub fn pass(rho: f64, m: f64, c: f64) -> (f64, f64) {
    let mc = m * c;
    let copied = 1.0 + mc;
    let all = rho * copied - rho * rho * copied * copied / 4.0 - rho * rho * mc * (1.0 - mc) / 2.0; // Eq. (1)
    let unicast = rho * (1.0 - m) - rho * rho * (1.0 - m) * copied / 4.0; // Eq. (2)
    (all, unicast)
}

/// The request of the packet at one input, as probabilities; the rest is the chance of no packet.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub(super) struct Wants {
    /// Port 0 alone, and port 1 alone.
    pub one: [f64; 2],
    pub both: f64,
}

/// The probability that a packet passes against the packet at the other input.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Wins {
    /// If it wants port 0 alone, and port 1 alone.
    pub one: [f64; 2],
    pub both: f64,
}

impl Wants {
    /// Two ports alike, as in Eqs. (1), (2).
    pub(super) fn alike(rho: f64, m: f64, c: f64) -> Self {
        Self { one: [rho * (1.0 - m * c) / 2.0; 2], both: rho * m * c }
    }

    /// The outcome for a packet against a rival with these requests.
    pub(super) fn wins(self) -> Wins {
        let Self { one, both } = self;
        Wins { one: one.map(|same| 1.0 - (same + both) / 2.0), both: 1.0 - (one[0] + one[1] + both) / 2.0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_chances_of_a_packet_add_up_to_the_equations() {
        for rho in [0.0, 0.2, 0.7, 1.0] {
            for m in [0.0, 0.3, 1.0] {
                for c in [0.0, 0.4, 1.0] {
                    let wants = Wants::alike(rho, m, c);
                    let wins = wants.wins();
                    let (all, unicast) = pass(rho, m, c);
                    let sum = 2.0 * (wants.one[0] * wins.one[0] + wants.both * wins.both);
                    assert!((sum - all).abs() < 1e-15);
                    assert!((rho * (1.0 - m) * wins.one[0] - unicast).abs() < 1e-15);
                }
            }
        }
    }
}
