//! The runs that lessons read their answers from, as lines of `src/lesson/recorded.txt`: `make recorded` writes them.

use flitscope::lesson::{RECORDED, recorded};
use rayon::iter::{IntoParallelIterator as _, ParallelIterator as _};

fn main() -> Result<(), String> {
    let line = |(link, cycles): (&str, u32)| recorded::line(link, cycles);
    let lines = RECORDED.to_vec().into_par_iter().map(line).collect::<Result<Vec<_>, _>>()?;
    lines.iter().for_each(|line| println!("{line}"));
    Ok(())
}
