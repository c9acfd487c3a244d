//! Clicks that the reader asked to hear.

use crate::{
    dom::{Fallible, Listener},
    queue::send,
};
use flitscope_page::PlayMessage;
use flitscope_show::animation::clicks::ClickScale;
use web_sys::AudioContext;

/// The sound; it stops when this value is dropped.
#[derive(Default)]
pub(crate) struct Sound(Option<(AudioContext, Listener)>);

impl Sound {
    /// Plays the clicks, and says when they are over.
    pub(crate) fn play(&mut self, scale: &ClickScale) -> Fallible {
        self.stop();
        let context = AudioContext::new()?;
        let rate = context.sample_rate();
        let samples = scale.samples(f64::from(rate));
        let buffer = context.create_buffer(1, samples.len() as u32, rate)?;
        buffer.copy_to_channel(&samples, 0)?;
        let source = context.create_buffer_source()?;
        source.set_buffer(Some(&buffer));
        source.connect_with_audio_node(&context.destination())?;
        let ended = Listener::new(&source, "ended", |_| send(PlayMessage::Silent))?;
        source.start()?;
        self.0 = Some((context, ended));
        Ok(())
    }

    pub(crate) fn stop(&mut self) {
        if let Some((context, _)) = self.0.take() {
            // Nothing is to be done about a context that does not close.
            context.close().ok();
        }
    }
}
