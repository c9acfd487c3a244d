//! Made from `equations.rs`: each equation in MathML, in symbols and with places for values, and the letters of quantities. `BLESS=1 cargo test --test all equations` makes it anew.

#[rustfmt::skip]
pub(super) const MATHML: &[[&str; 2]] = &[
    // (1)
    [r#"<mtext>Latency</mtext><mo>=</mo><mo stretchy="false">(</mo><mover><mi>S</mi><mo>¯</mo></mover><mo>+</mo><msub><mover><mi>W</mi><mo>¯</mo></mover><mi>s</mi></msub><mo stretchy="false">)</mo><mover><mi>V</mi><mo>¯</mo></mover>"#,
     r#"<mo>=</mo><mo stretchy="false">(</mo>{S}<mo>+</mo>{W_s}<mo stretchy="false">)</mo><mo>⋅</mo>{Vbar}<mo>=</mo>{latency}"#],
    // (2)
    [r#"<mover><mi>d</mi><mo>¯</mo></mover><mo>=</mo><msub><mo>∑</mo><mi>i</mi></msub><mi>i</mi><msub><mi>p</mi><mi>i</mi></msub><mo>=</mo><mfrac><mrow><mi>n</mi><mo stretchy="false">(</mo><mi>k</mi><mo>−</mo><mn>1</mn><mo stretchy="false">)</mo></mrow><mrow><mn>2</mn></mrow></mfrac><mfrac><mrow><mi>N</mi></mrow><mrow><mi>N</mi><mo>−</mo><mn>1</mn></mrow></mfrac>"#,
     r#"<mo>=</mo><mfrac><mrow>{n}<mo>⋅</mo><mo stretchy="false">(</mo>{k}<mo>−</mo><mn>1</mn><mo stretchy="false">)</mo></mrow><mrow><mn>2</mn></mrow></mfrac><mo>⋅</mo><mfrac><mrow>{N}</mrow><mrow>{N}<mo>−</mo><mn>1</mn></mrow></mfrac><mo>=</mo>{dbar}"#],
    // (3)
    [r#"<msub><mi>d</mi><mrow><mi>max</mi></mrow></msub><mo>=</mo><mi>n</mi><mo stretchy="false">(</mo><mi>k</mi><mo>−</mo><mn>1</mn><mo stretchy="false">)</mo>"#,
     r#"<mo>=</mo>{n}<mo>⋅</mo><mo stretchy="false">(</mo>{k}<mo>−</mo><mn>1</mn><mo stretchy="false">)</mo><mo>=</mo>{d_max}"#],
    // (4), (5)
    [r#"<msub><mi>n</mi><mi>i</mi></msub><mo>=</mo><msubsup><mo>∑</mo><mrow><mi>l</mi><mo>=</mo><mn>0</mn></mrow><mrow><mi>n</mi></mrow></msubsup><mo stretchy="false">(</mo><mi>−</mi><mn>1</mn><msup><mo stretchy="false">)</mo><mi>l</mi></msup><mrow><mo>(</mo><mfrac linethickness="0em"><mrow><mi>n</mi></mrow><mrow><mi>l</mi></mrow></mfrac><mo>)</mo></mrow><mrow><mo>(</mo><mfrac linethickness="0em"><mrow><mi>i</mi><mo>−</mo><mi>l</mi><mi>k</mi><mo>+</mo><mi>n</mi><mo>−</mo><mn>1</mn></mrow><mrow><mi>n</mi><mo>−</mo><mn>1</mn></mrow></mfrac><mo>)</mo></mrow>"#,
     r#"<mo>=</mo><msubsup><mo>∑</mo><mrow><mi>l</mi><mo>=</mo><mn>0</mn></mrow><mrow>{n}</mrow></msubsup><mo stretchy="false">(</mo><mi>−</mi><mn>1</mn><msup><mo stretchy="false">)</mo><mi>l</mi></msup><mrow><mo>(</mo><mfrac linethickness="0em"><mrow>{n}</mrow><mrow><mi>l</mi></mrow></mfrac><mo>)</mo></mrow><mrow><mo>(</mo><mfrac linethickness="0em"><mrow><mi>i</mi><mo>−</mo><mi>l</mi><mo>⋅</mo>{k}<mo>+</mo>{n}<mo>−</mo><mn>1</mn></mrow><mrow>{n}<mo>−</mo><mn>1</mn></mrow></mfrac><mo>)</mo></mrow><mo>=</mo>{n_i}"#],
    // (6)
    [r#"<msub><mi>p</mi><mi>i</mi></msub><mo>=</mo><mfrac><mrow><msub><mi>n</mi><mi>i</mi></msub></mrow><mrow><mi>N</mi><mo>−</mo><mn>1</mn></mrow></mfrac><mo>,</mo><mspace width="1em" /><mi>N</mi><mo>=</mo><msup><mi>k</mi><mi>n</mi></msup>"#,
     r#"<mo>=</mo><mfrac><mrow><msub><mi>n</mi><mi>i</mi></msub></mrow><mrow>{N}<mo>−</mo><mn>1</mn></mrow></mfrac><mo>=</mo>{p_i}"#],
    // (7)
    [r#"<msub><mi>λ</mi><mi>c</mi></msub><mo>=</mo><mfrac><mrow><mi>λ</mi><mover><mi>d</mi><mo>¯</mo></mover></mrow><mrow><mi>n</mi></mrow></mfrac>"#,
     r#"<mo>=</mo><mfrac><mrow>{lambda}<mo>⋅</mo>{dbar}</mrow><mrow>{n}</mrow></mfrac><mo>=</mo>{lambda_c}"#],
    // (8), (9), (10)
    [r#"<mover><mi>S</mi><mo>¯</mo></mover><mo>=</mo><mi>M</mi><mo>+</mo><mover><mi>d</mi><mo>¯</mo></mover><mo>+</mo><msub><mo>∑</mo><mi>i</mi></msub><msub><mi>p</mi><mi>i</mi></msub><msubsup><mo>∑</mo><mrow><mi>h</mi><mo>=</mo><mn>1</mn></mrow><mrow><mi>i</mi></mrow></msubsup><msub><mi>P</mi><mrow><msub><mtext>block</mtext><mrow><mi>h</mi><mo>,</mo><mi>i</mi></mrow></msub></mrow></msub><mi>w</mi>"#,
     r#"<mo>=</mo>{flits}<mo>+</mo>{dbar}<mo>+</mo>{blocking_sum}<mo>⋅</mo>{w}<mo>=</mo>{S}"#],
    // (11)
    [r#"<msub><mo>∑</mo><mi>i</mi></msub><msub><mi>p</mi><mi>i</mi></msub><msubsup><mo>∑</mo><mrow><mi>h</mi><mo>=</mo><mn>1</mn></mrow><mrow><mi>i</mi></mrow></msubsup><msub><mi>P</mi><mrow><msub><mtext>block</mtext><mrow><mi>h</mi><mo>,</mo><mi>i</mi></mrow></msub></mrow></msub><mo>=</mo><msub><mi>P</mi><mrow><mi>a</mi><mi>&amp;</mi><mi>d</mi></mrow></msub><msub><mo>∑</mo><mi>i</mi></msub><msub><mi>p</mi><mi>i</mi></msub><msubsup><mo>∑</mo><mrow><mi>h</mi><mo>=</mo><mn>1</mn></mrow><mrow><mi>i</mi></mrow></msubsup><msubsup><mi>P</mi><mi>a</mi><mrow><msub><mi>φ</mi><mrow><mi>h</mi><mo>,</mo><mi>i</mi></mrow></msub><mo>−</mo><mn>1</mn></mrow></msubsup>"#,
     r#"<mo>=</mo>{P_ad}<mo>⋅</mo><msub><mo>∑</mo><mi>i</mi></msub><msub><mi>p</mi><mi>i</mi></msub><msubsup><mo>∑</mo><mrow><mi>h</mi><mo>=</mo><mn>1</mn></mrow><mrow><mi>i</mi></mrow></msubsup><msup>{P_a}<mrow><msub><mi>φ</mi><mrow><mi>h</mi><mo>,</mo><mi>i</mi></mrow></msub><mo>−</mo><mn>1</mn></mrow></msup><mo>=</mo>{blocking_sum}"#],
    // (11)
    [r#"<msub><mo>∑</mo><mi>i</mi></msub><msub><mi>p</mi><mi>i</mi></msub><msubsup><mo>∑</mo><mrow><mi>h</mi><mo>=</mo><mn>1</mn></mrow><mrow><mi>i</mi></mrow></msubsup><msub><mi>P</mi><mrow><msub><mtext>block</mtext><mrow><mi>h</mi><mo>,</mo><mi>i</mi></mrow></msub></mrow></msub><mo>=</mo><msub><mi>P</mi><mrow><mi>a</mi><mi>&amp;</mi><mi>d</mi></mrow></msub><msub><mi>n</mi><mn>1</mn></msub>"#,
     r#"<mo>=</mo>{P_ad}<mo>⋅</mo>{n1}<mo>=</mo>{blocking_sum}"#],
    // (11)
    [r#"<msub><mo>∑</mo><mi>i</mi></msub><msub><mi>p</mi><mi>i</mi></msub><msubsup><mo>∑</mo><mrow><mi>h</mi><mo>=</mo><mn>1</mn></mrow><mrow><mi>i</mi></mrow></msubsup><msub><mi>P</mi><mrow><msub><mtext>block</mtext><mrow><mi>h</mi><mo>,</mo><mi>i</mi></mrow></msub></mrow></msub><mo>=</mo><msub><mi>P</mi><mrow><mi>a</mi><mi>&amp;</mi><mi>d</mi></mrow></msub><mo stretchy="false">(</mo><msub><mi>n</mi><mn>1</mn></msub><mo>+</mo><msub><mi>n</mi><mn>2</mn></msub><msub><mi>P</mi><mi>a</mi></msub><mo stretchy="false">)</mo>"#,
     r#"<mo>=</mo>{P_ad}<mo>⋅</mo><mo stretchy="false">(</mo>{n1}<mo>+</mo>{n2}<mo>⋅</mo>{P_a}<mo stretchy="false">)</mo><mo>=</mo>{blocking_sum}"#],
    // (11)
    [r#"<msub><mo>∑</mo><mi>i</mi></msub><msub><mi>p</mi><mi>i</mi></msub><msubsup><mo>∑</mo><mrow><mi>h</mi><mo>=</mo><mn>1</mn></mrow><mrow><mi>i</mi></mrow></msubsup><msub><mi>P</mi><mrow><msub><mtext>block</mtext><mrow><mi>h</mi><mo>,</mo><mi>i</mi></mrow></msub></mrow></msub><mo>=</mo><msub><mi>P</mi><mrow><mi>a</mi><mi>&amp;</mi><mi>d</mi></mrow></msub><mo stretchy="false">(</mo><msub><mi>n</mi><mn>1</mn></msub><mo>+</mo><msub><mi>n</mi><mn>2</mn></msub><msub><mi>P</mi><mi>a</mi></msub><mo>+</mo><msub><mi>n</mi><mn>3</mn></msub><msubsup><mi>P</mi><mi>a</mi><mn>2</mn></msubsup><mo stretchy="false">)</mo>"#,
     r#"<mo>=</mo>{P_ad}<mo>⋅</mo><mo stretchy="false">(</mo>{n1}<mo>+</mo>{n2}<mo>⋅</mo>{P_a}<mo>+</mo>{n3}<mo>⋅</mo><msup>{P_a}<mn>2</mn></msup><mo stretchy="false">)</mo><mo>=</mo>{blocking_sum}"#],
    // (11)
    [r#"<msub><mo>∑</mo><mi>i</mi></msub><msub><mi>p</mi><mi>i</mi></msub><msubsup><mo>∑</mo><mrow><mi>h</mi><mo>=</mo><mn>1</mn></mrow><mrow><mi>i</mi></mrow></msubsup><msub><mi>P</mi><mrow><msub><mtext>block</mtext><mrow><mi>h</mi><mo>,</mo><mi>i</mi></mrow></msub></mrow></msub><mo>=</mo><msub><mi>P</mi><mrow><mi>a</mi><mi>&amp;</mi><mi>d</mi></mrow></msub><mo stretchy="false">(</mo><msub><mi>n</mi><mn>1</mn></msub><mo>+</mo><msub><mi>n</mi><mn>2</mn></msub><msub><mi>P</mi><mi>a</mi></msub><mi>+</mi><wbr><msub><mi>n</mi><mn>3</mn></msub><msubsup><mi>P</mi><mi>a</mi><mn>2</mn></msubsup><mo>+</mo><mi>⋯</mi><mo>+</mo><msub><mi>n</mi><mrow><mi>n</mi></mrow></msub><msubsup><mi>P</mi><mi>a</mi><mrow><mi>n</mi><mo>−</mo><mn>1</mn></mrow></msubsup><mo stretchy="false">)</mo>"#,
     r#"<mo>=</mo>{P_ad}<mo>⋅</mo><mo stretchy="false">(</mo>{n1}<mo>+</mo>{n2}<mo>⋅</mo>{P_a}<mi>+</mi><wbr>{n3}<mo>⋅</mo><msup>{P_a}<mn>2</mn></msup><mo>+</mo><mi>⋯</mi><mo>+</mo><msub><mi>n</mi><mrow>{n}</mrow></msub><mo>⋅</mo><msup>{P_a}<mrow>{n}<mo>−</mo><mn>1</mn></mrow></msup><mo stretchy="false">)</mo><mo>=</mo>{blocking_sum}"#],
    // (12)
    [r#"<msub><mi>P</mi><mi>a</mi></msub><mo>=</mo><msub><mi>P</mi><mi>V</mi></msub><mo>+</mo><mfrac><mrow><mn>2</mn><msub><mi>P</mi><mrow><mi>V</mi><mo>−</mo><mn>1</mn></mrow></msub></mrow><mrow><mi>V</mi></mrow></mfrac><mo>+</mo><mfrac><mrow><mn>2</mn><msub><mi>P</mi><mrow><mi>V</mi><mo>−</mo><mn>2</mn></mrow></msub></mrow><mrow><mi>V</mi><mo stretchy="false">(</mo><mi>V</mi><mo>−</mo><mn>1</mn><mo stretchy="false">)</mo></mrow></mfrac>"#,
     r#"<mo>=</mo>{P_full}<mo>+</mo><mfrac><mrow><mn>2</mn><mo>⋅</mo>{P_V-1}</mrow><mrow>{V}</mrow></mfrac><mo>+</mo><mfrac><mrow><mn>2</mn><mo>⋅</mo>{P_V-2}</mrow><mrow>{V}<mo>⋅</mo><mo stretchy="false">(</mo>{V}<mo>−</mo><mn>1</mn><mo stretchy="false">)</mo></mrow></mfrac><mo>=</mo>{P_a}"#],
    // (12)
    [r#"<msub><mi>P</mi><mi>a</mi></msub><mo>=</mo><msub><mi>P</mi><mi>V</mi></msub><mo>+</mo><mfrac><mrow><msub><mi>P</mi><mrow><mi>V</mi><mo>−</mo><mn>1</mn></mrow></msub></mrow><mrow><mi>V</mi></mrow></mfrac>"#,
     r#"<mo>=</mo>{P_full}<mo>+</mo><mfrac><mrow>{P_V-1}</mrow><mrow>{V}</mrow></mfrac><mo>=</mo>{P_a}"#],
    // (13)
    [r#"<msub><mi>P</mi><mrow><mi>a</mi><mi>&amp;</mi><mi>d</mi></mrow></msub><mo>=</mo><msub><mi>P</mi><mi>V</mi></msub><mo>+</mo><mfrac><mrow><mn>2</mn><msub><mi>P</mi><mrow><mi>V</mi><mo>−</mo><mn>1</mn></mrow></msub></mrow><mrow><mi>V</mi></mrow></mfrac>"#,
     r#"<mo>=</mo>{P_full}<mo>+</mo><mfrac><mrow><mn>2</mn><mo>⋅</mo>{P_V-1}</mrow><mrow>{V}</mrow></mfrac><mo>=</mo>{P_ad}"#],
    // (13)
    [r#"<msub><mi>P</mi><mrow><mi>a</mi><mi>&amp;</mi><mi>d</mi></mrow></msub><mo>=</mo><msub><mi>P</mi><mi>V</mi></msub><mo>+</mo><mfrac><mrow><msub><mi>P</mi><mrow><mi>V</mi><mo>−</mo><mn>1</mn></mrow></msub></mrow><mrow><mi>V</mi></mrow></mfrac>"#,
     r#"<mo>=</mo>{P_full}<mo>+</mo><mfrac><mrow>{P_V-1}</mrow><mrow>{V}</mrow></mfrac><mo>=</mo>{P_ad}"#],
    // (13)
    [r#"<msub><mi>P</mi><mrow><mi>a</mi><mi>&amp;</mi><mi>d</mi></mrow></msub><mo>=</mo><msub><mi>P</mi><mi>V</mi></msub>"#,
     r#"<mo>=</mo>{P_full}<mo>=</mo>{P_ad}"#],
    // (14), (15), (16), (17), (18), (19), (20), (21), (22)
    [r#"<msub><mi>φ</mi><mrow><mi>h</mi><mo>,</mo><mi>i</mi></mrow></msub><mo>=</mo><mfrac><mrow><mn>1</mn></mrow><mrow><msub><mi>n</mi><mi>i</mi></msub></mrow></mfrac><msubsup><mo>∑</mo><mrow><mi>x</mi><mo>=</mo><mn>1</mn></mrow><mrow><msub><mi>n</mi><mi>i</mi></msub></mrow></msubsup><mfrac><mrow><mo stretchy="false">[</mo><msup><mi>t</mi><mrow><mi>h</mi><mo>−</mo><mn>1</mn></mrow></msup><mo stretchy="false">]</mo><mfrac><mrow><mi>d</mi></mrow><mrow><mi>d</mi><mi>u</mi></mrow></mfrac><msub><mi>T</mi><mi>x</mi></msub><mo stretchy="false">(</mo><mi>t</mi><mo>,</mo><mn>1</mn><mo stretchy="false">)</mo></mrow><mrow><mo stretchy="false">[</mo><msup><mi>t</mi><mrow><mi>h</mi><mo>−</mo><mn>1</mn></mrow></msup><mo stretchy="false">]</mo><msub><mi>T</mi><mi>x</mi></msub><mo stretchy="false">(</mo><mi>t</mi><mo>,</mo><mn>1</mn><mo stretchy="false">)</mo></mrow></mfrac><mo>,</mo><wbr><mspace width="1em" /><msub><mi>T</mi><mi>x</mi></msub><mo stretchy="false">(</mo><mi>t</mi><mo>,</mo><mi>u</mi><mo stretchy="false">)</mo><mo>=</mo><msubsup><mo>∏</mo><mrow><mi>l</mi><mo>=</mo><mn>1</mn></mrow><mrow><mi>n</mi></mrow></msubsup><mrow><mo>(</mo><mi>u</mi><mo stretchy="false">(</mo><mn>1</mn><mo>+</mo><mi>t</mi><mo>+</mo><mi>⋯</mi><mo>+</mo><msup><mi>t</mi><mrow><msub><mi>z</mi><mi>l</mi></msub><mo>−</mo><mn>1</mn></mrow></msup><mo stretchy="false">)</mo><mo>+</mo><msup><mi>t</mi><mrow><msub><mi>z</mi><mi>l</mi></msub></mrow></msup><mo>)</mo></mrow>"#,
     r#"<mo>=</mo>{phi}"#],
    // (14), (15), (16), (17), (18), (19), (20), (21), (22)
    [r#"<msub><mi>n</mi><mn>1</mn></msub><mo>=</mo><msub><mo>∑</mo><mi>i</mi></msub><msub><mi>p</mi><mi>i</mi></msub><msubsup><mo>∑</mo><mrow><mi>h</mi><mo>=</mo><mn>1</mn></mrow><mrow><mi>i</mi></mrow></msubsup><mtext>P(one dimension left at hop&nbsp;</mtext><mi>h</mi><mtext>)</mtext>"#,
     r#"<mo>=</mo>{n1}"#],
    // (14), (15), (16), (17), (18), (19), (20), (21), (22)
    [r#"<msub><mi>n</mi><mn>1</mn></msub><mo>=</mo><mfrac><mrow><mi>N</mi></mrow><mrow><mi>N</mi><mo>−</mo><mn>1</mn></mrow></mfrac><msub><mo>∑</mo><mrow><mi>h</mi></mrow></msub><mtext>P(one dimension left at hop&nbsp;</mtext><mi>h</mi><mtext>)</mtext>"#,
     r#"<mo>=</mo>{n1}"#],
    // (23)
    [r#"<mi>w</mi><mo>=</mo><mfrac><mrow><mi>ρ</mi><mover><mi>S</mi><mo>¯</mo></mover><mo stretchy="false">(</mo><mn>1</mn><mo>+</mo><msup><mi>C</mi><mn>2</mn></msup><mo stretchy="false">)</mo></mrow><mrow><mn>2</mn><mo stretchy="false">(</mo><mn>1</mn><mo>−</mo><mi>ρ</mi><mo stretchy="false">)</mo></mrow></mfrac>"#,
     r#"<mo>=</mo><mfrac><mrow>{rho}<mo>⋅</mo>{S}<mo>⋅</mo><mo stretchy="false">(</mo><mn>1</mn><mo>+</mo>{scv}<mo stretchy="false">)</mo></mrow><mrow><mn>2</mn><mo>⋅</mo><mo stretchy="false">(</mo><mn>1</mn><mo>−</mo>{rho}<mo stretchy="false">)</mo></mrow></mfrac><mo>=</mo>{w}"#],
    // (24)
    [r#"<mi>ρ</mi><mo>=</mo><msub><mi>λ</mi><mi>c</mi></msub><mover><mi>S</mi><mo>¯</mo></mover>"#,
     r#"<mo>=</mo>{lambda_c}<mo>⋅</mo>{S}<mo>=</mo>{rho}"#],
    // (25)
    [r#"<msup><mi>C</mi><mn>2</mn></msup><mo>=</mo><mfrac><mrow><mo stretchy="false">(</mo><mover><mi>S</mi><mo>¯</mo></mover><mo>−</mo><mi>M</mi><msup><mo stretchy="false">)</mo><mn>2</mn></msup></mrow><mrow><msup><mover><mi>S</mi><mo>¯</mo></mover><mn>2</mn></msup></mrow></mfrac>"#,
     r#"<mo>=</mo><mfrac><mrow><mo stretchy="false">(</mo>{S}<mo>−</mo>{flits}<msup><mo stretchy="false">)</mo><mn>2</mn></msup></mrow><mrow><msup>{S}<mn>2</mn></msup></mrow></mfrac><mo>=</mo>{scv}"#],
    // (26)
    [r#"<mi>w</mi><mo>=</mo><mfrac><mrow><msub><mi>λ</mi><mi>c</mi></msub><mrow><mo>(</mo><msup><mover><mi>S</mi><mo>¯</mo></mover><mn>2</mn></msup><mo>+</mo><mo stretchy="false">(</mo><mover><mi>S</mi><mo>¯</mo></mover><mo>−</mo><mi>M</mi><msup><mo stretchy="false">)</mo><mn>2</mn></msup><mo>)</mo></mrow></mrow><mrow><mn>2</mn><mo stretchy="false">(</mo><mn>1</mn><mo>−</mo><mi>ρ</mi><mo stretchy="false">)</mo></mrow></mfrac>"#,
     r#"<mo>=</mo><mfrac><mrow>{lambda_c}<mo>⋅</mo><mrow><mo>(</mo><msup>{S}<mn>2</mn></msup><mo>+</mo><mo stretchy="false">(</mo>{S}<mo>−</mo>{flits}<msup><mo stretchy="false">)</mo><mn>2</mn></msup><mo>)</mo></mrow></mrow><mrow><mn>2</mn><mo>⋅</mo><mo stretchy="false">(</mo><mn>1</mn><mo>−</mo>{rho}<mo stretchy="false">)</mo></mrow></mfrac><mo>=</mo>{w}"#],
    // (27)
    [r#"<msub><mover><mi>W</mi><mo>¯</mo></mover><mi>s</mi></msub><mo>=</mo><mfrac><mrow><mfrac><mrow><mi>λ</mi></mrow><mrow><mi>V</mi></mrow></mfrac><mrow><mo>(</mo><msup><mover><mi>S</mi><mo>¯</mo></mover><mn>2</mn></msup><mo>+</mo><mo stretchy="false">(</mo><mover><mi>S</mi><mo>¯</mo></mover><mo>−</mo><mi>M</mi><msup><mo stretchy="false">)</mo><mn>2</mn></msup><mo>)</mo></mrow></mrow><mrow><mn>2</mn><mrow><mo>(</mo><mn>1</mn><mo>−</mo><mfrac><mrow><mi>λ</mi></mrow><mrow><mi>V</mi></mrow></mfrac><mover><mi>S</mi><mo>¯</mo></mover><mo>)</mo></mrow></mrow></mfrac>"#,
     r#"<mo>=</mo><mfrac><mrow><mfrac><mrow>{lambda}</mrow><mrow>{V}</mrow></mfrac><mo>⋅</mo><mrow><mo>(</mo><msup>{S}<mn>2</mn></msup><mo>+</mo><mo stretchy="false">(</mo>{S}<mo>−</mo>{flits}<msup><mo stretchy="false">)</mo><mn>2</mn></msup><mo>)</mo></mrow></mrow><mrow><mn>2</mn><mo>⋅</mo><mrow><mo>(</mo><mn>1</mn><mo>−</mo><mfrac><mrow>{lambda}</mrow><mrow>{V}</mrow></mfrac><mo>⋅</mo>{S}<mo>)</mo></mrow></mrow></mfrac><mo>=</mo>{W_s}"#],
    // (28), (29)
    [r#"<msub><mi>P</mi><mi>v</mi></msub><mo>=</mo><mrow><mo>&#123;</mo><mtable><mtr><mtd><mo stretchy="false">(</mo><mn>1</mn><mo>−</mo><mi>ρ</mi><mo stretchy="false">)</mo><msup><mi>ρ</mi><mi>v</mi></msup></mtd><mtd><mi>v</mi><mo>&lt;</mo><mi>V</mi></mtd></mtr><mtr><mtd><msup><mi>ρ</mi><mrow><mi>V</mi></mrow></msup></mtd><mtd><mi>v</mi><mo>=</mo><mi>V</mi></mtd></mtr></mtable></mrow>"#,
     r#"<mo>=</mo><mrow><mo>&#123;</mo><mtable><mtr><mtd><mo stretchy="false">(</mo><mn>1</mn><mo>−</mo>{rho}<mo stretchy="false">)</mo><mo>⋅</mo><msup>{rho}<mi>v</mi></msup></mtd><mtd><mi>v</mi><mo>&lt;</mo>{V}</mtd></mtr><mtr><mtd><msup>{rho}<mrow>{V}</mrow></msup></mtd><mtd><mi>v</mi><mo>=</mo>{V}</mtd></mtr></mtable></mrow><mo>=</mo>{P_v}"#],
    // (30)
    [r#"<mover><mi>V</mi><mo>¯</mo></mover><mo>=</mo><mfrac><mrow><msub><mo>∑</mo><mi>v</mi></msub><msup><mi>v</mi><mn>2</mn></msup><msub><mi>P</mi><mi>v</mi></msub></mrow><mrow><msub><mo>∑</mo><mi>v</mi></msub><mi>v</mi><msub><mi>P</mi><mi>v</mi></msub></mrow></mfrac>"#,
     r#"<mo>=</mo>{Vbar}"#],
];

#[rustfmt::skip]
pub(super) const LETTERS: &[(&str, &str)] = &[
    ("k", r#"<mi>k</mi>"#),
    ("n", r#"<mi>n</mi>"#),
    ("N", r#"<mi>N</mi>"#),
    ("V", r#"<mi>V</mi>"#),
    ("lambda", r#"<mi>λ</mi>"#),
    ("flits", r#"<mi>M</mi>"#),
    ("d_max", r#"<msub><mi>d</mi><mrow><mi>max</mi></mrow></msub>"#),
    ("n_i", r#"<msub><mi>n</mi><mi>i</mi></msub>"#),
    ("p_i", r#"<msub><mi>p</mi><mi>i</mi></msub>"#),
    ("dbar", r#"<mover><mi>d</mi><mo>¯</mo></mover>"#),
    ("n1", r#"<msub><mi>n</mi><mn>1</mn></msub>"#),
    ("n2", r#"<msub><mi>n</mi><mn>2</mn></msub>"#),
    ("n3", r#"<msub><mi>n</mi><mn>3</mn></msub>"#),
    ("phi", r#"<msub><mi>φ</mi><mrow><mi>h</mi><mo>,</mo><mi>i</mi></mrow></msub>"#),
    ("lambda_c", r#"<msub><mi>λ</mi><mi>c</mi></msub>"#),
    ("rho", r#"<mi>ρ</mi>"#),
    ("P_v", r#"<msub><mi>P</mi><mi>v</mi></msub>"#),
    ("P_full", r#"<msub><mi>P</mi><mi>V</mi></msub>"#),
    ("P_V-1", r#"<msub><mi>P</mi><mrow><mi>V</mi><mo>−</mo><mn>1</mn></mrow></msub>"#),
    ("P_V-2", r#"<msub><mi>P</mi><mrow><mi>V</mi><mo>−</mo><mn>2</mn></mrow></msub>"#),
    ("P_a", r#"<msub><mi>P</mi><mi>a</mi></msub>"#),
    ("P_ad", r#"<msub><mi>P</mi><mrow><mi>a</mi><mi>&amp;</mi><mi>d</mi></mrow></msub>"#),
    ("blocking_sum", r#"<msub><mo>∑</mo><mi>i</mi></msub><msub><mi>p</mi><mi>i</mi></msub><msubsup><mo>∑</mo><mrow><mi>h</mi><mo>=</mo><mn>1</mn></mrow><mrow><mi>i</mi></mrow></msubsup><msub><mi>P</mi><mrow><msub><mtext>block</mtext><mrow><mi>h</mi><mo>,</mo><mi>i</mi></mrow></msub></mrow></msub>"#),
    ("scv", r#"<msup><mi>C</mi><mn>2</mn></msup>"#),
    ("w", r#"<mi>w</mi>"#),
    ("S", r#"<mover><mi>S</mi><mo>¯</mo></mover>"#),
    ("W_s", r#"<msub><mover><mi>W</mi><mo>¯</mo></mover><mi>s</mi></msub>"#),
    ("Vbar", r#"<mover><mi>V</mi><mo>¯</mo></mover>"#),
];
