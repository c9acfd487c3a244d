//! The runs that lessons read their answers from, as lines of `src/lesson/recorded.txt`: `make recorded` writes them.

use flitscope::lesson::{
    RECORDED,
    recorded::{self, Listed},
};
use rayon::iter::{IntoParallelIterator as _, ParallelIterator as _};

fn main() -> Result<(), String> {
    let line = |listed: Listed| recorded::line(listed);
    let lines = RECORDED.to_vec().into_par_iter().map(line).collect::<Result<Vec<_>, _>>()?;
    lines.iter().for_each(|line| println!("{line}"));
    Ok(())
}
