//! The moments in words and numbers, in the place of the network's mean.

use super::*;
use crate::player::panels::moments::Moment;
use flitscope_show::animation::frame::CircleMember;

/// The page at a moment, with everything recorded that it asks for.
fn at(system: System, moment: Moment) -> Bench {
    let mut bench = Bench::new(&format!("#v=2&system={}", system.key()));
    bench.settle();
    bench.send(PlayMessage::Moment(moment));
    bench.settle();
    bench
}

#[test]
fn the_same_messages_arrive_with_the_safeguard_in_every_thousand_cycles_and_the_reader_goes_back_without_it() {
    for system in [System::TorusBroadcast, System::KaryNCube] {
        let mut bench = at(system, Moment::Deadlock);
        let closed = bench.state.player.closed().expect("a circle");
        bench.send(PlayMessage::Cure);
        bench.settle();
        let cycle = bench.get(Key::Cycle) as u32;
        assert!(cycle >= closed + 5_000, "{system:?}: {cycle}");
        let arrivals = |shown: Option<(&dyn Animation, _)>| {
            let shown: (_, &Frame) = shown.expect("a network");
            assert!(shown.1.cycle <= cycle, "{system:?}");
            shown.0.arrivals().to_vec()
        };
        assert_eq!(bench.state.player.shown_beside().map(|(_, frame)| frame.cycle), Some(cycle), "{system:?}");
        let own = arrivals(bench.state.player.shown());
        let safe = arrivals(bench.state.player.shown_beside());
        for thousand in 1..=cycle / 1000 {
            let inside = |at: u32| (1000 * (thousand - 1)..1000 * thousand).contains(&at);
            assert!(safe.iter().any(|(at, _)| inside(*at)), "{system:?}: nothing arrives in {thousand}");
        }
        let members =
            bench.state.player.shown().and_then(|(_, frame)| frame.deadlock.clone()).expect("a circle").members;
        let is_member = |message: u32| members.iter().any(|member| member.message == message);
        assert!(own.len() < safe.len() && own.iter().all(|(_, one)| !is_member(one.message)), "{system:?}");
        // The same messages: by source, destination and generation.
        let first = |all: &[(u32, Arrival)]| {
            let ends = |(at, one): &(u32, Arrival)| (u64::from(*at) - one.latency, one.source, one.destination);
            let mut sent: Vec<_> = all.iter().map(ends).filter(|(born, ..)| *born < 800).collect();
            sent.sort_unstable();
            sent
        };
        let sent = first(&safe);
        assert!(sent.len() > 10 && sent == first(&own), "{system:?}: {} {}", sent.len(), first(&own).len());
        assert!(bench.said("pair-name").contains("still moving"), "{}", bench.said("pair-name"));
        assert!(bench.said("stage-name").contains("is frozen since"), "{}", bench.said("stage-name"));
        let again = link::parse(&link::write(bench.state.scenario())).scenario;
        assert!(Moment::is_cured(&again) && again.count(Key::Cycle) == cycle, "its link opens it again");
        bench.send(PlayMessage::Moment(Moment::Traffic));
        bench.settle();
        let back = bench.state.scenario();
        assert!(back.pins().all().is_empty() && back.count(Key::Beside) == 0, "{system:?}");
    }
}

#[test]
fn a_deadlock_is_seen_from_80_cycles_before_its_circle_to_40_after_it_again_and_again() {
    for (system, before) in [
        (System::TorusBroadcast, Moment::Message),
        (System::KaryNCube, Moment::Traffic),
        (System::BanyanMulticast, Moment::Multicast),
    ] {
        let mut bench = Bench::moving(&format!("#v=2&system={}", system.key()));
        bench.wait(1000.0);
        bench.send(PlayMessage::Moment(before));
        bench.wait(2500.0);
        bench.send(PlayMessage::Moment(Moment::Deadlock));
        let opened = bench.get(Key::Cycle);
        bench.wait(1500.0);
        let frame = |bench: &Bench| bench.state.player.shown().expect("a network").1.clone();
        let deadlock = frame(&bench).deadlock.expect("a circle");
        let (closed, first) = (deadlock.closed, deadlock.closed.saturating_sub(80));
        assert_eq!(opened, f64::from(first), "{system:?}");
        let (last, mut cycles) = (closed + 40, Vec::new());
        // Three seconds longer than it takes.
        for _ in 0..((12_000.0 + 4_000.0 + 3_000.0) / PICTURE) as u32 {
            bench.wait(PICTURE);
            let frame = frame(&bench);
            let seen = frame.deadlock.expect("it is named as long as it is seen");
            let blocked = |message: u32| frame.lanes.iter().any(|lane| lane.message == message && lane.blocked);
            assert!(seen.members.iter().all(|member| !member.waits || blocked(member.message)), "{system:?}");
            let names = |members: &[CircleMember]| members.iter().map(|one| one.name).collect::<Vec<_>>();
            assert_eq!(names(&seen.members), names(&deadlock.members), "{system:?}");
            let all = seen.members.iter().all(|one| one.waits);
            assert!(all || frame.cycle < closed, "{system:?} {}", frame.cycle);
            assert!(!all || frame.cycle > first, "{system:?}: somebody moves at first");
            cycles.push(frame.cycle);
        }
        let end = *cycles.iter().max().expect("it plays");
        assert!(end <= last && (end == last || system == System::BanyanMulticast), "{system:?}: {end} of {last}");
        let until = cycles.iter().skip_while(|cycle| **cycle < end);
        let held = until.take_while(|cycle| **cycle == end).count() as f64 * PICTURE;
        assert!((3_900.0..4_300.0).contains(&held), "{system:?}: {held}");
        let again = cycles.windows(2).find(|pair| pair[1] < pair[0]).expect("it begins again");
        assert_eq!((again[0], again[1]), (end, first), "{system:?}");
    }
}

#[test]
fn the_circle_of_a_deadlock_has_three_members_and_closes_early_at_a_load_that_the_safe_network_carries() {
    for (system, most) in [(System::TorusBroadcast, 1.0), (System::KaryNCube, 0.7)] {
        let scenario = Moment::Deadlock.enter(&Scenario::opening(system));
        let mut animation = flitscope_show::animation::of(&scenario).expect("it can be drawn");
        let begin = scenario.count(Key::Cycle);
        animation.advance(begin + 80);
        let deadlock = animation.frame(begin, None).deadlock.expect("it closes");
        assert!(deadlock.closed == begin + 80 && deadlock.closed < 20_000, "{system:?}: {}", deadlock.closed);
        assert!(deadlock.members.len() >= 3, "{system:?}");
        let safe = scenario.put(Key::Escape, "on", &mut Vec::new()).put(Key::Reading, "flow", &mut Vec::new());
        let end = model::solved_to_end(safe.setup()).end().load;
        assert!((0.5..=most).contains(&(scenario.get(Key::Load) / end)), "{system:?}: of {end}");
    }
}

#[test]
fn a_message_is_seen_from_its_generation_to_its_arrival_again_and_again() {
    for (system, moment) in [
        (System::TorusBroadcast, Moment::Message),
        (System::KaryNCube, Moment::Message),
        (System::HypercubeMmpp, Moment::Circuit),
    ] {
        // Pressed at once, before the network is warm, too.
        for wait in [0.0, 1500.0] {
            let mut bench = Bench::moving(&format!("#v=2&system={}&speed=4", system.key()));
            bench.wait(wait);
            bench.send(PlayMessage::Moment(moment));
            let mut pictures = 0..5_000;
            let mut pass = |bench: &mut Bench| {
                pictures.next().expect("it comes");
                bench.wait(PICTURE);
                bench.get(Key::Cycle)
            };
            while Moment::shown(bench.state.scenario()) != moment {
                pass(&mut bench);
            }
            let (first, mut last, mut ages, mut alone) = (bench.get(Key::Cycle), 0.0, Vec::new(), Vec::new());
            while pass(&mut bench) >= last {
                last = bench.get(Key::Cycle);
                let said = bench.said("story-number");
                let age = said.strip_prefix("<b>").and_then(|said| said.split('<').next()?.parse::<f64>().ok());
                ages.push((last, age.expect("a number of cycles")));
                alone.extend(
                    said.split_once("alone it would take ")
                        .and_then(|(_, said)| said.split('<').next()?.parse::<f64>().ok()),
                );
            }
            let (arrived, age) = ages[ages.len() - 1];
            let born = arrived - age;
            assert!(ages.iter().all(|(cycle, age)| *age == (cycle - born).max(0.0)), "{system:?}: {ages:?}");
            assert!(
                alone.len() > 10 && alone.iter().all(|one| *one == alone[0] && *one <= age),
                "{system:?}: {alone:?} {age}"
            );
            assert!(age > 16.0 && born >= first, "{system:?}: seen from {first} to its arrival: {ages:?}");
            assert!((first - bench.get(Key::Cycle)).abs() <= 1.0, "{system:?}: it begins again");
        }
    }
}

#[test]
fn three_hundred_messages_followed_one_after_another_take_the_mean_latency() {
    let scenario = Moment::Message.enter(&Scenario::opening(System::TorusBroadcast));
    let mut latencies = Vec::new();
    // A recording has an end: one seed after the other.
    for seed in 1..60 {
        if latencies.len() >= 300 {
            break;
        }
        let scenario = scenario.set(Key::Seed, f64::from(seed));
        let mut animation = flitscope_show::animation::of(&scenario).expect("it can be drawn");
        let (mut cycle, mut last) = (3_000, None);
        animation.advance(cycle);
        while !animation.ended() {
            animation.advance(200);
            let Some((message, born)) = animation.next_message(cycle) else { continue };
            assert!(born >= cycle && Some(message) > last, "{message} at {cycle}");
            let under_way = |trail: Option<&Trail>| trail.is_none_or(|trail| !trail.done);
            while animation.follow(Some(message), born, 1_000) || under_way(animation.trail()) && !animation.ended() {
                animation.advance(200);
            }
            let Some(trail) = animation.trail().filter(|trail| trail.done) else { break };
            latencies.push(trail.columns as f64);
            (cycle, last) = (born + trail.columns as u32, Some(message));
        }
    }
    latencies.truncate(300);
    assert_eq!(latencies.len(), 300);
    let mean = latencies.iter().sum::<f64>() / 300.0;
    let variance = latencies.iter().map(|latency| (latency - mean) * (latency - mean)).sum::<f64>() / 299.0;
    // 95 %: of the sample, and of the run that it is compared with.
    let half = 1.96 * (variance / 300.0).sqrt();
    let run = experiment::simulated(&scenario.set(Key::Cycles, 100_000.0)).expect("a run");
    let whole = run.measure(model::Simulated::Latency).expect("a mean");
    let off = (mean - whole.mean).abs();
    assert!(off <= half + whole.half95.expect("an interval"), "{mean} ± {half}, {whole:?}");
}
