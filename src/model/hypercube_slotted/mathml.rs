//! Made from `equations.rs`: each equation in MathML, in symbols and with places for values, and the letters of quantities. `BLESS=1 cargo test --test all equations` makes it anew.

#[rustfmt::skip]
pub(super) const MATHML: &[[&str; 2]] = &[
    // III.1, P(k)
    [r#"<mi>P</mi><mo stretchy="false">(</mo><mi>k</mi><mo stretchy="false">)</mo><mo>=</mo><mfrac><mrow><mn>1</mn></mrow><mrow><msup><mn>2</mn><mrow><mi>n</mi></mrow></msup><mo>−</mo><mn>1</mn></mrow></mfrac><mrow><mo>(</mo><mfrac linethickness="0em"><mrow><mi>n</mi></mrow><mrow><mi>k</mi></mrow></mfrac><mo>)</mo></mrow>"#,
     r#"<mo>=</mo><mfrac><mrow><mn>1</mn></mrow><mrow><msup><mn>2</mn><mrow>{n}</mrow></msup><mo>−</mo><mn>1</mn></mrow></mfrac><mo>⋅</mo><mrow><mo>(</mo><mfrac linethickness="0em"><mrow>{n}</mrow><mrow><mi>k</mi></mrow></mfrac><mo>)</mo></mrow><mo>=</mo>{P_k}"#],
    // III.1, d
    [r#"<mi>d</mi><mo>=</mo><msub><mo>∑</mo><mi>k</mi></msub><mi>k</mi><mi>P</mi><mo stretchy="false">(</mo><mi>k</mi><mo stretchy="false">)</mo><mo>=</mo><mfrac><mrow><mi>n</mi></mrow><mrow><mn>2</mn><mo stretchy="false">(</mo><mn>1</mn><mo>−</mo><msup><mn>2</mn><mrow><mi>−</mi><mi>n</mi></mrow></msup><mo stretchy="false">)</mo></mrow></mfrac>"#,
     r#"<mo>=</mo><mfrac><mrow>{n}</mrow><mrow><mn>2</mn><mo>⋅</mo><mo stretchy="false">(</mo><mn>1</mn><mo>−</mo><msup><mn>2</mn><mrow><mi>−</mi>{n}</mrow></msup><mo stretchy="false">)</mo></mrow></mfrac><mo>=</mo>{d}"#],
    // III.1, p
    [r#"<mi>p</mi><mo>=</mo><mfrac><mrow><mi>λ</mi></mrow><mrow><mn>1</mn><mo>−</mo><msup><mn>2</mn><mrow><mi>−</mi><mi>n</mi></mrow></msup></mrow></mfrac><mrow><mo>(</mo><mi>n</mi><mo>−</mo><mfrac><mrow><mn>1</mn></mrow><mrow><mn>2</mn></mrow></mfrac><mo>)</mo></mrow>"#,
     r#"<mo>=</mo><mfrac><mrow>{lambda}</mrow><mrow><mn>1</mn><mo>−</mo><msup><mn>2</mn><mrow><mi>−</mi>{n}</mrow></msup></mrow></mfrac><mo>⋅</mo><mrow><mo>(</mo>{n}<mo>−</mo><mfrac><mrow><mn>1</mn></mrow><mrow><mn>2</mn></mrow></mfrac><mo>)</mo></mrow><mo>=</mo>{p}"#],
    // III.1, X_k
    [r#"<msub><mi>X</mi><mi>k</mi></msub><mo>=</mo><msubsup><mo>∑</mo><mrow><mi>j</mi><mo>=</mo><mn>1</mn></mrow><mrow><mi>k</mi></mrow></msubsup><mfrac><mrow><mn>1</mn></mrow><mrow><mn>1</mn><mo>−</mo><msup><mi>p</mi><mi>j</mi></msup></mrow></mfrac>"#,
     r#"<mo>=</mo><msubsup><mo>∑</mo><mrow><mi>j</mi><mo>=</mo><mn>1</mn></mrow><mrow><mi>k</mi></mrow></msubsup><mfrac><mrow><mn>1</mn></mrow><mrow><mn>1</mn><mo>−</mo><msup>{p}<mi>j</mi></msup></mrow></mfrac><mo>=</mo>{X_k}"#],
    // III.1, X
    [r#"<mi>X</mi><mo>=</mo><msub><mo>∑</mo><mi>k</mi></msub><mi>P</mi><mo stretchy="false">(</mo><mi>k</mi><mo stretchy="false">)</mo><msub><mi>X</mi><mi>k</mi></msub>"#,
     r#"<mo>=</mo>{X}"#],
    // III.1, λX
    [r#"<mi>λ</mi><mi>X</mi><mo>=</mo><mi>λ</mi><mi>X</mi>"#,
     r#"<mo>=</mo>{lambda}<mo>⋅</mo>{X}<mo>=</mo>{lambda_X}"#],
    // III.2, λd
    [r#"<mi>λ</mi><mi>d</mi><mo>=</mo><mi>λ</mi><mi>d</mi>"#,
     r#"<mo>=</mo>{lambda}<mo>⋅</mo>{d}<mo>=</mo>{lambda_d}"#],
    // III.2, λ_k
    [r#"<msub><mi>λ</mi><mi>k</mi></msub><mo>=</mo><mi>λ</mi><msubsup><mo>∑</mo><mrow><mi>k</mi><mi>′</mi><mo>=</mo><mi>k</mi></mrow><mrow><mi>n</mi></mrow></msubsup><mi>P</mi><mo stretchy="false">(</mo><mi>k</mi><mi>′</mi><mo stretchy="false">)</mo>"#,
     r#"<mo>=</mo>{lambda}<mo>⋅</mo><msubsup><mo>∑</mo><mrow><mi>k</mi><mi>′</mi><mo>=</mo><mi>k</mi></mrow><mrow>{n}</mrow></msubsup><mi>P</mi><mo stretchy="false">(</mo><mi>k</mi><mi>′</mi><mo stretchy="false">)</mo><mo>=</mo>{lambda_k}"#],
    // III.2, v_k
    [r#"<msub><mi>v</mi><mi>k</mi></msub><mo>=</mo><mfrac><mrow><mn>2</mn></mrow><mrow><mi>n</mi></mrow></mfrac><msubsup><mo>∑</mo><mrow><mi>k</mi><mi>′</mi><mo>=</mo><mi>k</mi></mrow><mrow><mi>n</mi></mrow></msubsup><msup><mn>2</mn><mrow><mi>−</mi><mi>n</mi></mrow></msup><mrow><mo>(</mo><mfrac linethickness="0em"><mrow><mi>n</mi></mrow><mrow><mi>k</mi><mi>′</mi></mrow></mfrac><mo>)</mo></mrow>"#,
     r#"<mo>=</mo><mfrac><mrow><mn>2</mn></mrow><mrow>{n}</mrow></mfrac><mo>⋅</mo><msubsup><mo>∑</mo><mrow><mi>k</mi><mi>′</mi><mo>=</mo><mi>k</mi></mrow><mrow>{n}</mrow></msubsup><msup><mn>2</mn><mrow><mi>−</mi>{n}</mrow></msup><mrow><mo>(</mo><mfrac linethickness="0em"><mrow>{n}</mrow><mrow><mi>k</mi><mi>′</mi></mrow></mfrac><mo>)</mo></mrow><mo>=</mo>{v_k}"#],
    // III.2, S_k
    [r#"<msub><mi>S</mi><mi>k</mi></msub><mo>=</mo><mfrac><mrow><mn>1</mn><mo>+</mo><msup><mi>p</mi><mi>k</mi></msup></mrow><mrow><mo stretchy="false">(</mo><mn>1</mn><mo>−</mo><msup><mi>p</mi><mi>k</mi></msup><msup><mo stretchy="false">)</mo><mn>2</mn></msup></mrow></mfrac>"#,
     r#"<mo>=</mo><mfrac><mrow><mn>1</mn><mo>+</mo><msup>{p}<mi>k</mi></msup></mrow><mrow><mo stretchy="false">(</mo><mn>1</mn><mo>−</mo><msup>{p}<mi>k</mi></msup><msup><mo stretchy="false">)</mo><mn>2</mn></msup></mrow></mfrac><mo>=</mo>{S2_k}"#],
    // III.2, Q_k
    [r#"<msub><mi>Q</mi><mi>k</mi></msub><mo>=</mo><msubsup><mo>∑</mo><mrow><mi>j</mi><mo>=</mo><mn>1</mn></mrow><mrow><mi>k</mi></mrow></msubsup><mfrac><mrow><mn>1</mn><mo>+</mo><msup><mi>p</mi><mi>j</mi></msup></mrow><mrow><mo stretchy="false">(</mo><mn>1</mn><mo>−</mo><msup><mi>p</mi><mi>j</mi></msup><msup><mo stretchy="false">)</mo><mn>2</mn></msup></mrow></mfrac>"#,
     r#"<mo>=</mo><msubsup><mo>∑</mo><mrow><mi>j</mi><mo>=</mo><mn>1</mn></mrow><mrow><mi>k</mi></mrow></msubsup><mfrac><mrow><mn>1</mn><mo>+</mo><msup>{p}<mi>j</mi></msup></mrow><mrow><mo stretchy="false">(</mo><mn>1</mn><mo>−</mo><msup>{p}<mi>j</mi></msup><msup><mo stretchy="false">)</mo><mn>2</mn></msup></mrow></mfrac><mo>=</mo>{Q_k}"#],
    // III.2, Q
    [r#"<mi>Q</mi><mo>=</mo><msub><mo>∑</mo><mi>k</mi></msub><msup><mn>2</mn><mrow><mi>−</mi><mi>n</mi></mrow></msup><mrow><mo>(</mo><mfrac linethickness="0em"><mrow><mi>n</mi></mrow><mrow><mi>k</mi></mrow></mfrac><mo>)</mo></mrow><msub><mi>Q</mi><mi>k</mi></msub>"#,
     r#"<mo>=</mo>{Q}"#],
    // III.2, Q
    [r#"<mi>Q</mi><mo>=</mo><msub><mo>∑</mo><mi>k</mi></msub><mi>P</mi><mo stretchy="false">(</mo><mi>k</mi><mo stretchy="false">)</mo><msub><mi>Q</mi><mi>k</mi></msub>"#,
     r#"<mo>=</mo>{Q}"#],
    // III.2, β
    [r#"<mi>β</mi><mo>=</mo><mfrac><mrow><mi>X</mi></mrow><mrow><mi>d</mi></mrow></mfrac>"#,
     r#"<mo>=</mo><mfrac><mrow>{X}</mrow><mrow>{d}</mrow></mfrac><mo>=</mo>{beta}"#],
    // III.2, Q/d
    [r#"<mover><mi>Q</mi><mi>^</mi></mover><mo>=</mo><mfrac><mrow><mi>Q</mi></mrow><mrow><mi>d</mi></mrow></mfrac>"#,
     r#"<mo>=</mo><mfrac><mrow>{Q}</mrow><mrow>{d}</mrow></mfrac><mo>=</mo>{Q_hop}"#],
    // III.2, W
    [r#"<mi>W</mi><mo>=</mo><mfrac><mrow><mfrac><mrow><mi>λ</mi></mrow><mrow><mn>2</mn></mrow></mfrac><mi>Q</mi></mrow><mrow><mn>1</mn><mo>−</mo><mi>λ</mi><mi>X</mi></mrow></mfrac>"#,
     r#"<mo>=</mo><mfrac><mrow><mfrac><mrow>{lambda}</mrow><mrow><mn>2</mn></mrow></mfrac><mo>⋅</mo>{Q}</mrow><mrow><mn>1</mn><mo>−</mo>{lambda_X}</mrow></mfrac><mo>=</mo>{W}"#],
    // III.2, T
    [r#"<mi>T</mi><mo>=</mo><mi>X</mi><mo>+</mo><mi>d</mi><mi>W</mi>"#,
     r#"<mo>=</mo>{X}<mo>+</mo>{d}<mo>⋅</mo>{W}<mo>=</mo>{latency}"#],
    // III.2 (the second), s
    [r#"<mi>s</mi><mo>=</mo><mi>λ</mi><mfrac><mrow><mi>n</mi></mrow><mrow><mn>2</mn></mrow></mfrac><mo stretchy="false">(</mo><mn>1</mn><mo>−</mo><msup><mn>2</mn><mrow><mi>−</mi><mi>n</mi></mrow></msup><mo stretchy="false">)</mo>"#,
     r#"<mo>=</mo>{lambda}<mo>⋅</mo><mfrac><mrow>{n}</mrow><mrow><mn>2</mn></mrow></mfrac><mo>⋅</mo><mo stretchy="false">(</mo><mn>1</mn><mo>−</mo><msup><mn>2</mn><mrow><mi>−</mi>{n}</mrow></msup><mo stretchy="false">)</mo><mo>=</mo>{sends}"#],
    // III.2 (the second), s
    [r#"<mi>s</mi><mo>=</mo><mi>λ</mi><mi>d</mi>"#,
     r#"<mo>=</mo>{lambda}<mo>⋅</mo>{d}<mo>=</mo>{sends}"#],
    // III.2 (the second), μ
    [r#"<mi>μ</mi><mo>=</mo><mfrac><mrow><mi>s</mi><mo>−</mo><mi>λ</mi></mrow><mrow><mn>1</mn><mo>−</mo><mi>s</mi></mrow></mfrac>"#,
     r#"<mo>=</mo><mfrac><mrow>{sends}<mo>−</mo>{lambda}</mrow><mrow><mn>1</mn><mo>−</mo>{sends}</mrow></mfrac><mo>=</mo>{mu}"#],
    // III.2 (the second), Σ
    [r#"<mi mathvariant="normal">Σ</mi><mo>=</mo><msubsup><mo>∑</mo><mrow><mi>k</mi><mo>=</mo><mn>1</mn></mrow><mrow><mi>n</mi></mrow></msubsup><msub><mi>v</mi><mi>k</mi></msub><mfrac><mrow><msup><mi>p</mi><mrow><mn>2</mn><mi>k</mi></mrow></msup></mrow><mrow><mo stretchy="false">(</mo><mn>1</mn><mo>−</mo><msup><mi>p</mi><mi>k</mi></msup><msup><mo stretchy="false">)</mo><mn>2</mn></msup></mrow></mfrac>"#,
     r#"<mo>=</mo><msubsup><mo>∑</mo><mrow><mi>k</mi><mo>=</mo><mn>1</mn></mrow><mrow>{n}</mrow></msubsup><msub><mi>v</mi><mi>k</mi></msub><mo>⋅</mo><mfrac><mrow><msup>{p}<mrow><mn>2</mn><mi>k</mi></mrow></msup></mrow><mrow><mo stretchy="false">(</mo><mn>1</mn><mo>−</mo><msup>{p}<mi>k</mi></msup><msup><mo stretchy="false">)</mo><mn>2</mn></msup></mrow></mfrac><mo>=</mo>{S}"#],
    // III.2 (the second), q_0
    [r#"<msub><mi>q</mi><mn>0</mn></msub><mo>=</mo><mfrac><mrow><mn>1</mn><mo>+</mo><mi>μ</mi><mo>−</mo><mo stretchy="false">(</mo><mi>λ</mi><mo>+</mo><mi>μ</mi><mo stretchy="false">)</mo><mi>β</mi></mrow><mrow><mn>1</mn><mo>+</mo><mn>2</mn><mi>μ</mi><mo>+</mo><mi>λ</mi><mo>−</mo><mo stretchy="false">(</mo><mi>λ</mi><mo>+</mo><mi>μ</mi><mo stretchy="false">)</mo><mi>β</mi></mrow></mfrac>"#,
     r#"<mo>=</mo><mfrac><mrow><mn>1</mn><mo>+</mo>{mu}<mo>−</mo><mo stretchy="false">(</mo>{lambda}<mo>+</mo>{mu}<mo stretchy="false">)</mo><mo>⋅</mo>{beta}</mrow><mrow><mn>1</mn><mo>+</mo><mn>2</mn><mo>⋅</mo>{mu}<mo>+</mo>{lambda}<mo>−</mo><mo stretchy="false">(</mo>{lambda}<mo>+</mo>{mu}<mo stretchy="false">)</mo><mo>⋅</mo>{beta}</mrow></mfrac><mo>=</mo>{q0}"#],
    // appendix, a_1
    [r#"<msub><mi>a</mi><mn>1</mn></msub><mo>=</mo><mi>λ</mi><mo>+</mo><mo stretchy="false">(</mo><mi>λ</mi><mo>+</mo><mi>μ</mi><mo stretchy="false">)</mo><mo stretchy="false">(</mo><mi>β</mi><mo>−</mo><mn>1</mn><mo stretchy="false">)</mo>"#,
     r#"<mo>=</mo>{lambda}<mo>+</mo><mo stretchy="false">(</mo>{lambda}<mo>+</mo>{mu}<mo stretchy="false">)</mo><mo>⋅</mo><mo stretchy="false">(</mo>{beta}<mo>−</mo><mn>1</mn><mo stretchy="false">)</mo><mo>=</mo>{a1}"#],
    // appendix, a_2
    [r#"<msub><mi>a</mi><mn>2</mn></msub><mo>=</mo><mfrac><mrow><msup><mi>λ</mi><mn>2</mn></msup></mrow><mrow><mn>2</mn></mrow></mfrac><mo>+</mo><mrow><mo>(</mo><mfrac><mrow><mn>3</mn><msup><mi>λ</mi><mn>2</mn></msup></mrow><mrow><mn>2</mn></mrow></mfrac><mo>+</mo><mn>2</mn><mi>λ</mi><mi>μ</mi><mo>)</mo></mrow><mo stretchy="false">(</mo><mi>β</mi><mo>−</mo><mn>1</mn><mo stretchy="false">)</mo><mi>+</mi><wbr><mo stretchy="false">(</mo><mi>λ</mi><mo>+</mo><mi>μ</mi><msup><mo stretchy="false">)</mo><mn>2</mn></msup><mi mathvariant="normal">Σ</mi>"#,
     r#"<mo>=</mo><mfrac><mrow><msup>{lambda}<mn>2</mn></msup></mrow><mrow><mn>2</mn></mrow></mfrac><mo>+</mo><mrow><mo>(</mo><mfrac><mrow><mn>3</mn><mo>⋅</mo><msup>{lambda}<mn>2</mn></msup></mrow><mrow><mn>2</mn></mrow></mfrac><mo>+</mo><mn>2</mn><mo>⋅</mo>{lambda}<mo>⋅</mo>{mu}<mo>)</mo></mrow><mo>⋅</mo><mo stretchy="false">(</mo>{beta}<mo>−</mo><mn>1</mn><mo stretchy="false">)</mo><mi>+</mi><wbr><mo stretchy="false">(</mo>{lambda}<mo>+</mo>{mu}<msup><mo stretchy="false">)</mo><mn>2</mn></msup><mo>⋅</mo>{S}<mo>=</mo>{a2}"#],
    // III.2 (the second), q'
    [r#"<mi>q</mi><mi>′</mi><mo stretchy="false">(</mo><mn>1</mn><mo stretchy="false">)</mo><mo>=</mo><mfrac><mrow><mo stretchy="false">(</mo><mn>1</mn><mo>−</mo><msub><mi>q</mi><mn>0</mn></msub><mo stretchy="false">)</mo><msub><mi>a</mi><mn>2</mn></msub><mo>+</mo><msub><mi>q</mi><mn>0</mn></msub><mo stretchy="false">(</mo><mi>λ</mi><mo>+</mo><mi>μ</mi><mo>+</mo><mi>λ</mi><mi>μ</mi><mo stretchy="false">)</mo></mrow><mrow><mn>1</mn><mo>−</mo><msub><mi>a</mi><mn>1</mn></msub></mrow></mfrac>"#,
     r#"<mo>=</mo><mfrac><mrow><mo stretchy="false">(</mo><mn>1</mn><mo>−</mo>{q0}<mo stretchy="false">)</mo><mo>⋅</mo>{a2}<mo>+</mo>{q0}<mo>⋅</mo><mo stretchy="false">(</mo>{lambda}<mo>+</mo>{mu}<mo>+</mo>{lambda}<mo>⋅</mo>{mu}<mo stretchy="false">)</mo></mrow><mrow><mn>1</mn><mo>−</mo>{a1}</mrow></mfrac><mo>=</mo>{q1}"#],
    // III.2 (the second), q'
    [r#"<mi>q</mi><mi>′</mi><mo stretchy="false">(</mo><mn>1</mn><mo stretchy="false">)</mo><mo>=</mo><mfrac><mrow><mo stretchy="false">(</mo><mn>1</mn><mo>−</mo><msub><mi>q</mi><mn>0</mn></msub><mo stretchy="false">)</mo><msub><mi>a</mi><mn>2</mn></msub><mo>+</mo><msub><mi>q</mi><mn>0</mn></msub><mrow><mo>(</mo><mi>λ</mi><mo>+</mo><mi>μ</mi><mo>+</mo><mfrac><mrow><msup><mi>λ</mi><mn>2</mn></msup></mrow><mrow><mn>2</mn></mrow></mfrac><mo>+</mo><mi>λ</mi><mi>μ</mi><mo>)</mo></mrow></mrow><mrow><mn>1</mn><mo>−</mo><msub><mi>a</mi><mn>1</mn></msub></mrow></mfrac>"#,
     r#"<mo>=</mo><mfrac><mrow><mo stretchy="false">(</mo><mn>1</mn><mo>−</mo>{q0}<mo stretchy="false">)</mo><mo>⋅</mo>{a2}<mo>+</mo>{q0}<mo>⋅</mo><mrow><mo>(</mo>{lambda}<mo>+</mo>{mu}<mo>+</mo><mfrac><mrow><msup>{lambda}<mn>2</mn></msup></mrow><mrow><mn>2</mn></mrow></mfrac><mo>+</mo>{lambda}<mo>⋅</mo>{mu}<mo>)</mo></mrow></mrow><mrow><mn>1</mn><mo>−</mo>{a1}</mrow></mfrac><mo>=</mo>{q1}"#],
    // III.2 (the second), M
    [r#"<mi>M</mi><mo>=</mo><mfrac><mrow><mi>q</mi><mi>′</mi><mo stretchy="false">(</mo><mn>1</mn><mo stretchy="false">)</mo><mi>X</mi><mo>+</mo><mfrac><mrow><mi>λ</mi></mrow><mrow><mn>2</mn></mrow></mfrac><mo stretchy="false">(</mo><mo stretchy="false">(</mo><mn>1</mn><mo>−</mo><msub><mi>q</mi><mn>0</mn></msub><mo stretchy="false">)</mo><mi>Q</mi><mo>+</mo><msub><mi>q</mi><mn>0</mn></msub><mo stretchy="false">)</mo><mo>+</mo><mfrac><mrow><mi>μ</mi></mrow><mrow><mn>2</mn></mrow></mfrac><mo stretchy="false">(</mo><mn>1</mn><mo>−</mo><msub><mi>q</mi><mn>0</mn></msub><mo stretchy="false">)</mo><mo stretchy="false">(</mo><mi>Q</mi><mo>−</mo><mi>X</mi><mo stretchy="false">)</mo></mrow><mrow><mi>X</mi><mo stretchy="false">(</mo><mn>1</mn><mo>−</mo><msub><mi>q</mi><mn>0</mn></msub><mo stretchy="false">)</mo><mo>+</mo><msub><mi>q</mi><mn>0</mn></msub></mrow></mfrac>"#,
     r#"<mo>=</mo><mfrac><mrow>{q1}<mo>⋅</mo>{X}<mo>+</mo><mfrac><mrow>{lambda}</mrow><mrow><mn>2</mn></mrow></mfrac><mo>⋅</mo><mo stretchy="false">(</mo><mo stretchy="false">(</mo><mn>1</mn><mo>−</mo>{q0}<mo stretchy="false">)</mo><mo>⋅</mo>{Q}<mo>+</mo>{q0}<mo stretchy="false">)</mo><mo>+</mo><mfrac><mrow>{mu}</mrow><mrow><mn>2</mn></mrow></mfrac><mo>⋅</mo><mo stretchy="false">(</mo><mn>1</mn><mo>−</mo>{q0}<mo stretchy="false">)</mo><mo>⋅</mo><mo stretchy="false">(</mo>{Q}<mo>−</mo>{X}<mo stretchy="false">)</mo></mrow><mrow>{X}<mo>⋅</mo><mo stretchy="false">(</mo><mn>1</mn><mo>−</mo>{q0}<mo stretchy="false">)</mo><mo>+</mo>{q0}</mrow></mfrac><mo>=</mo>{M}"#],
    // III.2 (the second), M
    [r#"<mi>M</mi><mo>=</mo><mfrac><mrow><mi>q</mi><mi>′</mi><mo stretchy="false">(</mo><mn>1</mn><mo stretchy="false">)</mo><mi>β</mi><mo>+</mo><mfrac><mrow><mi>λ</mi></mrow><mrow><mn>2</mn></mrow></mfrac><mo stretchy="false">(</mo><mo stretchy="false">(</mo><mn>1</mn><mo>−</mo><msub><mi>q</mi><mn>0</mn></msub><mo stretchy="false">)</mo><mover><mi>Q</mi><mi>^</mi></mover><mo>+</mo><msub><mi>q</mi><mn>0</mn></msub><mo stretchy="false">)</mo><mo>+</mo><mfrac><mrow><mi>μ</mi></mrow><mrow><mn>2</mn></mrow></mfrac><mo stretchy="false">(</mo><mn>1</mn><mo>−</mo><msub><mi>q</mi><mn>0</mn></msub><mo stretchy="false">)</mo><mo stretchy="false">(</mo><mover><mi>Q</mi><mi>^</mi></mover><mo>−</mo><mi>β</mi><mo stretchy="false">)</mo></mrow><mrow><mi>β</mi><mo stretchy="false">(</mo><mn>1</mn><mo>−</mo><msub><mi>q</mi><mn>0</mn></msub><mo stretchy="false">)</mo><mo>+</mo><msub><mi>q</mi><mn>0</mn></msub></mrow></mfrac>"#,
     r#"<mo>=</mo><mfrac><mrow>{q1}<mo>⋅</mo>{beta}<mo>+</mo><mfrac><mrow>{lambda}</mrow><mrow><mn>2</mn></mrow></mfrac><mo>⋅</mo><mo stretchy="false">(</mo><mo stretchy="false">(</mo><mn>1</mn><mo>−</mo>{q0}<mo stretchy="false">)</mo><mo>⋅</mo>{Q_hop}<mo>+</mo>{q0}<mo stretchy="false">)</mo><mo>+</mo><mfrac><mrow>{mu}</mrow><mrow><mn>2</mn></mrow></mfrac><mo>⋅</mo><mo stretchy="false">(</mo><mn>1</mn><mo>−</mo>{q0}<mo stretchy="false">)</mo><mo>⋅</mo><mo stretchy="false">(</mo>{Q_hop}<mo>−</mo>{beta}<mo stretchy="false">)</mo></mrow><mrow>{beta}<mo>⋅</mo><mo stretchy="false">(</mo><mn>1</mn><mo>−</mo>{q0}<mo stretchy="false">)</mo><mo>+</mo>{q0}</mrow></mfrac><mo>=</mo>{M}"#],
    // III.2 (the second), D
    [r#"<mi>D</mi><mo>=</mo><mfrac><mrow><mn>2</mn><mi>M</mi></mrow><mrow><mi>λ</mi><mi>n</mi><mo stretchy="false">(</mo><mn>1</mn><mo>−</mo><msup><mn>2</mn><mrow><mi>−</mi><mi>n</mi></mrow></msup><mo stretchy="false">)</mo></mrow></mfrac>"#,
     r#"<mo>=</mo><mfrac><mrow><mn>2</mn><mo>⋅</mo>{M}</mrow><mrow>{lambda}<mo>⋅</mo>{n}<mo>⋅</mo><mo stretchy="false">(</mo><mn>1</mn><mo>−</mo><msup><mn>2</mn><mrow><mi>−</mi>{n}</mrow></msup><mo stretchy="false">)</mo></mrow></mfrac><mo>=</mo>{latency_bernoulli}"#],
    // III.2 (the second), D
    [r#"<mi>D</mi><mo>=</mo><mfrac><mrow><mi>M</mi></mrow><mrow><mi>λ</mi></mrow></mfrac>"#,
     r#"<mo>=</mo><mfrac><mrow>{M}</mrow><mrow>{lambda}</mrow></mfrac><mo>=</mo>{latency_bernoulli}"#],
];

#[rustfmt::skip]
pub(super) const LETTERS: &[(&str, &str)] = &[
    ("n", r#"<mi>n</mi>"#),
    ("lambda", r#"<mi>λ</mi>"#),
    ("P_k", r#"<mi>P</mi><mo stretchy="false">(</mo><mi>k</mi><mo stretchy="false">)</mo>"#),
    ("d", r#"<mi>d</mi>"#),
    ("p", r#"<mi>p</mi>"#),
    ("X_k", r#"<msub><mi>X</mi><mi>k</mi></msub>"#),
    ("X", r#"<mi>X</mi>"#),
    ("lambda_X", r#"<mi>λ</mi><mi>X</mi>"#),
    ("lambda_d", r#"<mi>λ</mi><mi>d</mi>"#),
    ("lambda_k", r#"<msub><mi>λ</mi><mi>k</mi></msub>"#),
    ("v_k", r#"<msub><mi>v</mi><mi>k</mi></msub>"#),
    ("S2_k", r#"<msub><mi>S</mi><mi>k</mi></msub>"#),
    ("Q_k", r#"<msub><mi>Q</mi><mi>k</mi></msub>"#),
    ("Q", r#"<mi>Q</mi>"#),
    ("beta", r#"<mi>β</mi>"#),
    ("Q_hop", r#"<mover><mi>Q</mi><mi>^</mi></mover>"#),
    ("W", r#"<mi>W</mi>"#),
    ("latency", r#"<mi>T</mi>"#),
    ("sends", r#"<mi>s</mi>"#),
    ("mu", r#"<mi>μ</mi>"#),
    ("S", r#"<mi mathvariant="normal">Σ</mi>"#),
    ("a1", r#"<msub><mi>a</mi><mn>1</mn></msub>"#),
    ("a2", r#"<msub><mi>a</mi><mn>2</mn></msub>"#),
    ("q0", r#"<msub><mi>q</mi><mn>0</mn></msub>"#),
    ("q1", r#"<mi>q</mi><mi>′</mi><mo stretchy="false">(</mo><mn>1</mn><mo stretchy="false">)</mo>"#),
    ("M", r#"<mi>M</mi>"#),
    ("delay_hop", r#"<mfrac><mrow><mi>M</mi></mrow><mrow><mi>λ</mi><mi>d</mi></mrow></mfrac>"#),
    ("latency_bernoulli", r#"<mi>D</mi>"#),
];
