//! Made from `equations.rs`: each equation in MathML, in symbols and with places for values, and the letters of quantities. `BLESS=1 cargo test --test all equations` makes it anew.

#[rustfmt::skip]
pub(super) const MATHML: &[[&str; 2]] = &[
    // (1)
    [r#"<msub><mi>L</mi><mi>u</mi></msub><mo>=</mo><mo stretchy="false">(</mo><msub><mi>S</mi><mi>u</mi></msub><mo>+</mo><msub><mi>W</mi><mi>s</mi></msub><mo stretchy="false">)</mo><mover><mi>V</mi><mo>¯</mo></mover>"#,
     r#"<mo>=</mo><mo stretchy="false">(</mo>{S_u}<mo>+</mo>{W_s}<mo stretchy="false">)</mo><mo>⋅</mo>{Vbar}<mo>=</mo>{latency}"#],
    // (2)
    [r#"<msubsup><mi>N</mi><mi>r</mi><mi>i</mi></msubsup><mo>=</mo><mn>2</mn><mi>k</mi><mo>,</mo><mspace width="0.2777778em" /><msup><mi>k</mi><mn>2</mn></msup><mo>−</mo><mn>3</mn><mi>k</mi><mo>,</mo><mspace width="0.2777778em" /><mn>2</mn><mo>,</mo><mspace width="0.2777778em" /><mi>k</mi><mo>−</mo><mn>3</mn>"#,
     r#"<mo>=</mo><mn>2</mn><mo>⋅</mo>{k}<mo>,</mo><mspace width="0.2777778em" /><msup>{k}<mn>2</mn></msup><mo>−</mo><mn>3</mn><mo>⋅</mo>{k}<mo>,</mo><mspace width="0.2777778em" /><mn>2</mn><mo>,</mo><mspace width="0.2777778em" />{k}<mo>−</mo><mn>3</mn><mo>=</mo>{N_r}"#],
    // (2)
    [r#"<msubsup><mi>N</mi><mi>r</mi><mi>i</mi></msubsup><mo>=</mo><mtext>nodes of the tree with&nbsp;</mtext><mi>i</mi><mtext>&nbsp;branches</mtext>"#,
     r#"<mo>=</mo>{N_r}"#],
    // (3)
    [r#"<msub><mi>λ</mi><mrow><mi>s</mi><mi>r</mi></mrow></msub><mo>=</mo><msub><mo>∑</mo><mrow><mi>i</mi><mo>≥</mo><mn>1</mn></mrow></msub><msubsup><mi>N</mi><mi>r</mi><mi>i</mi></msubsup><mi>β</mi><msub><mi>λ</mi><mi>g</mi></msub>"#,
     r#"<mo>=</mo>{replicating}<mo>⋅</mo>{beta}<mo>⋅</mo>{lambda}<mo>=</mo>{lambda_sr}"#],
    // (4)
    [r#"<msub><mi>λ</mi><mi>c</mi></msub><mo>=</mo><msub><mi>λ</mi><mrow><mi>c</mi><mi>u</mi></mrow></msub><mo>+</mo><msub><mi>λ</mi><mrow><mi>c</mi><mi>b</mi></mrow></msub><mo>+</mo><msub><mi>λ</mi><mrow><mi>c</mi><mi>r</mi></mrow></msub>"#,
     r#"<mo>=</mo>{lambda_cu}<mo>+</mo>{lambda_cb}<mo>+</mo>{lambda_cr}<mo>=</mo>{lambda_c}"#],
    // (5)
    [r#"<mover><mi>k</mi><mo>¯</mo></mover><mo>=</mo><mfrac><mrow><mi>k</mi></mrow><mrow><mn>4</mn></mrow></mfrac>"#,
     r#"<mo>=</mo><mfrac><mrow>{k}</mrow><mrow><mn>4</mn></mrow></mfrac><mo>=</mo>{kbar}"#],
    // (5)
    [r#"<mover><mi>k</mi><mo>¯</mo></mover><mo>=</mo><mfrac><mrow><mn>1</mn></mrow><mrow><mn>4</mn></mrow></mfrac><mrow><mo>(</mo><mi>k</mi><mo>−</mo><mfrac><mrow><mn>1</mn></mrow><mrow><mi>k</mi></mrow></mfrac><mo>)</mo></mrow>"#,
     r#"<mo>=</mo><mfrac><mrow><mn>1</mn></mrow><mrow><mn>4</mn></mrow></mfrac><mrow><mo>(</mo>{k}<mo>−</mo><mfrac><mrow><mn>1</mn></mrow><mrow>{k}</mrow></mfrac><mo>)</mo></mrow><mo>=</mo>{kbar}"#],
    // (6)
    [r#"<mover><mi>d</mi><mo>¯</mo></mover><mo>=</mo><mi>n</mi><mover><mi>k</mi><mo>¯</mo></mover>"#,
     r#"<mo>=</mo>{n}<mo>⋅</mo>{kbar}<mo>=</mo>{dbar}"#],
    // (6)
    [r#"<mover><mi>d</mi><mo>¯</mo></mover><mo>=</mo><mi>n</mi><mover><mi>k</mi><mo>¯</mo></mover><mfrac><mrow><mi>N</mi></mrow><mrow><mi>N</mi><mo>−</mo><mn>1</mn></mrow></mfrac>"#,
     r#"<mo>=</mo>{n}<mo>⋅</mo>{kbar}<mo>⋅</mo><mfrac><mrow>{N}</mrow><mrow>{N}<mo>−</mo><mn>1</mn></mrow></mfrac><mo>=</mo>{dbar}"#],
    // (7)
    [r#"<msub><mi>λ</mi><mrow><mi>c</mi><mi>u</mi></mrow></msub><mo>=</mo><mfrac><mrow><mo stretchy="false">(</mo><mn>1</mn><mo>−</mo><mi>β</mi><mo stretchy="false">)</mo><msub><mi>λ</mi><mi>g</mi></msub><mover><mi>d</mi><mo>¯</mo></mover></mrow><mrow><mn>2</mn><mi>n</mi></mrow></mfrac>"#,
     r#"<mo>=</mo><mfrac><mrow><mo stretchy="false">(</mo><mn>1</mn><mo>−</mo>{beta}<mo stretchy="false">)</mo><mo>⋅</mo>{lambda}<mo>⋅</mo>{dbar}</mrow><mrow><mn>2</mn><mo>⋅</mo>{n}</mrow></mfrac><mo>=</mo>{lambda_cu}"#],
    // (8)
    [r#"<msub><mi>λ</mi><mrow><mi>c</mi><mi>b</mi></mrow></msub><mo>=</mo><mi>β</mi><msub><mi>λ</mi><mi>g</mi></msub>"#,
     r#"<mo>=</mo>{beta}<mo>⋅</mo>{lambda}<mo>=</mo>{lambda_cb}"#],
    // (9)
    [r#"<msub><mi>P</mi><mrow><msub><mi>r</mi><mi>i</mi></msub></mrow></msub><mo>=</mo><mfrac><mrow><msubsup><mi>N</mi><mi>r</mi><mi>i</mi></msubsup></mrow><mrow><msup><mi>k</mi><mi>n</mi></msup><mo>−</mo><mn>1</mn></mrow></mfrac>"#,
     r#"<mo>=</mo>{P_r}"#],
    // (10)
    [r#"<mover><mi>ω</mi><mo>¯</mo></mover><mo>=</mo><msub><mo>∑</mo><mi>i</mi></msub><mi>i</mi><msub><mi>P</mi><mrow><msub><mi>r</mi><mi>i</mi></msub></mrow></msub>"#,
     r#"<mo>=</mo>{omega}"#],
    // (11)
    [r#"<msub><mi>λ</mi><mrow><mi>c</mi><mi>r</mi></mrow></msub><mo>=</mo><mfrac><mrow><mover><mi>ω</mi><mo>¯</mo></mover></mrow><mrow><mn>2</mn><mi>n</mi></mrow></mfrac><msub><mi>λ</mi><mrow><mi>s</mi><mi>r</mi></mrow></msub>"#,
     r#"<mo>=</mo><mfrac><mrow>{omega}</mrow><mrow><mn>2</mn><mo>⋅</mo>{n}</mrow></mfrac><mo>⋅</mo>{lambda_sr}<mo>=</mo>{lambda_cr}"#],
    // (11)
    [r#"<msub><mi>λ</mi><mrow><mi>c</mi><mi>r</mi></mrow></msub><mo>=</mo><mfrac><mrow><mi>N</mi><mo>−</mo><mn>1</mn><mo>−</mo><mn>2</mn><mi>n</mi></mrow><mrow><mn>2</mn><mi>n</mi></mrow></mfrac><mi>β</mi><msub><mi>λ</mi><mi>g</mi></msub>"#,
     r#"<mo>=</mo><mfrac><mrow>{N}<mo>−</mo><mn>1</mn><mo>−</mo><mn>2</mn><mo>⋅</mo>{n}</mrow><mrow><mn>2</mn><mo>⋅</mo>{n}</mrow></mfrac><mo>⋅</mo>{beta}<mo>⋅</mo>{lambda}<mo>=</mo>{lambda_cr}"#],
    // (12)
    [r#"<msub><mi>S</mi><mi>u</mi></msub><mo>=</mo><mi>M</mi><mo>+</mo><mover><mi>d</mi><mo>¯</mo></mover><mo>+</mo><msub><mo>∑</mo><mi>j</mi></msub><msub><mi>P</mi><mrow><msub><mi>b</mi><mi>j</mi></msub></mrow></msub><msub><mi>W</mi><mi>c</mi></msub>"#,
     r#"<mo>=</mo>{flits}<mo>+</mo>{dbar}<mo>+</mo>{blocking_sum_u}<mo>⋅</mo>{W_c}<mo>=</mo>{S_u}"#],
    // (13)
    [r#"<msub><mi>P</mi><mrow><msub><mi>c</mi><mi>j</mi></msub></mrow></msub><mo>=</mo><mrow><mo>&#123;</mo><mtable><mtr><mtd><mn>0</mn></mtd><mtd><mi>j</mi><mo>≤</mo><mover><mi>k</mi><mo>¯</mo></mover></mtd></mtr><mtr><mtd><mi>min</mi><mo>⁡</mo><mspace width="0.1667em" /><mrow><mo>(</mo><mn>1</mn><mo>,</mo><mfrac><mrow><mn>2</mn></mrow><mrow><mover><mi>d</mi><mo>¯</mo></mover><mo>−</mo><mi>j</mi><mo>+</mo><mn>2</mn></mrow></mfrac><mo>)</mo></mrow></mtd><mtd><mi>j</mi><mo>&gt;</mo><mover><mi>k</mi><mo>¯</mo></mover></mtd></mtr></mtable></mrow>"#,
     r#"<mo>=</mo><mrow><mo>&#123;</mo><mtable><mtr><mtd><mn>0</mn></mtd><mtd><mi>j</mi><mo>≤</mo>{kbar}</mtd></mtr><mtr><mtd><mi>min</mi><mo>⁡</mo><mspace width="0.1667em" /><mrow><mo>(</mo><mn>1</mn><mo>,</mo><mfrac><mrow><mn>2</mn></mrow><mrow>{dbar}<mo>−</mo><mi>j</mi><mo>+</mo><mn>2</mn></mrow></mfrac><mo>)</mo></mrow></mtd><mtd><mi>j</mi><mo>&gt;</mo>{kbar}</mtd></mtr></mtable></mrow><mo>=</mo>{P_c}"#],
    // (14)
    [r#"<msub><mi>B</mi><mi>j</mi></msub><mo>=</mo><msub><mi>P</mi><mrow><msub><mi>b</mi><mi>j</mi></msub></mrow></msub><msub><mi>W</mi><mi>c</mi></msub>"#,
     r#"<mo>=</mo><msub><mi>P</mi><mrow><msub><mi>b</mi><mi>j</mi></msub></mrow></msub><mo>⋅</mo>{W_c}<mo>=</mo>{B}"#],
    // (15)
    [r#"<msub><mi>P</mi><mi>a</mi></msub><mo>=</mo><msub><mi>P</mi><mi>V</mi></msub><mo>+</mo><mfrac><mrow><mn>2</mn><msub><mi>P</mi><mrow><mi>V</mi><mo>−</mo><mn>1</mn></mrow></msub></mrow><mrow><mi>V</mi></mrow></mfrac><mo>+</mo><mfrac><mrow><mn>2</mn><msub><mi>P</mi><mrow><mi>V</mi><mo>−</mo><mn>2</mn></mrow></msub></mrow><mrow><mi>V</mi><mo stretchy="false">(</mo><mi>V</mi><mo>−</mo><mn>1</mn><mo stretchy="false">)</mo></mrow></mfrac>"#,
     r#"<mo>=</mo>{P_full}<mo>+</mo><mfrac><mrow><mn>2</mn><mo>⋅</mo>{P_V-1}</mrow><mrow>{V}</mrow></mfrac><mo>+</mo><mfrac><mrow><mn>2</mn><mo>⋅</mo>{P_V-2}</mrow><mrow>{V}<mo>⋅</mo><mo stretchy="false">(</mo>{V}<mo>−</mo><mn>1</mn><mo stretchy="false">)</mo></mrow></mfrac><mo>=</mo>{P_a}"#],
    // (16)
    [r#"<msub><mi>P</mi><mi>d</mi></msub><mo>=</mo><msub><mi>P</mi><mi>V</mi></msub><mo>+</mo><mfrac><mrow><mn>2</mn><msub><mi>P</mi><mrow><mi>V</mi><mo>−</mo><mn>1</mn></mrow></msub></mrow><mrow><mi>V</mi></mrow></mfrac>"#,
     r#"<mo>=</mo>{P_full}<mo>+</mo><mfrac><mrow><mn>2</mn><mo>⋅</mo>{P_V-1}</mrow><mrow>{V}</mrow></mfrac><mo>=</mo>{P_d}"#],
    // (16)
    [r#"<msub><mi>P</mi><mi>d</mi></msub><mo>=</mo><msub><mi>P</mi><mi>V</mi></msub><mo>+</mo><mfrac><mrow><msub><mi>P</mi><mrow><mi>V</mi><mo>−</mo><mn>1</mn></mrow></msub></mrow><mrow><mi>V</mi></mrow></mfrac>"#,
     r#"<mo>=</mo>{P_full}<mo>+</mo><mfrac><mrow>{P_V-1}</mrow><mrow>{V}</mrow></mfrac><mo>=</mo>{P_d}"#],
    // (17)
    [r#"<msub><mi>P</mi><mrow><msub><mi>b</mi><mi>j</mi></msub></mrow></msub><mo>=</mo><mo stretchy="false">(</mo><mn>1</mn><mo>−</mo><msub><mi>P</mi><mrow><msub><mi>c</mi><mi>j</mi></msub></mrow></msub><mo stretchy="false">)</mo><msub><mi>P</mi><mi>a</mi></msub><msub><mi>P</mi><mi>d</mi></msub><mo>+</mo><msub><mi>P</mi><mrow><msub><mi>c</mi><mi>j</mi></msub></mrow></msub><msub><mi>P</mi><mi>d</mi></msub>"#,
     r#"<mo>=</mo><mo stretchy="false">(</mo><mn>1</mn><mo>−</mo><msub><mi>P</mi><mrow><msub><mi>c</mi><mi>j</mi></msub></mrow></msub><mo stretchy="false">)</mo><mo>⋅</mo>{P_a}<mo>⋅</mo>{P_d}<mo>+</mo><msub><mi>P</mi><mrow><msub><mi>c</mi><mi>j</mi></msub></mrow></msub><mo>⋅</mo>{P_d}<mo>=</mo>{Pb}"#],
    // (13), (14), (17)
    [r#"<msub><mo>∑</mo><mi>j</mi></msub><msub><mi>P</mi><mrow><msub><mi>b</mi><mi>j</mi></msub></mrow></msub><mo>=</mo><msub><mi>P</mi><mi>d</mi></msub><mo stretchy="false">(</mo><msub><mi>n</mi><mn>1</mn></msub><mo>+</mo><msub><mi>n</mi><mn>2</mn></msub><msub><mi>P</mi><mi>a</mi></msub><mo stretchy="false">)</mo>"#,
     r#"<mo>=</mo>{P_d}<mo>⋅</mo><mo stretchy="false">(</mo>{n1}<mo>+</mo>{n2}<mo>⋅</mo>{P_a}<mo stretchy="false">)</mo><mo>=</mo>{blocking_sum_u}"#],
    // (13), (14), (17)
    [r#"<msub><mo>∑</mo><mi>j</mi></msub><msub><mi>P</mi><mrow><msub><mi>b</mi><mi>j</mi></msub></mrow></msub><mo>=</mo><msub><mi>P</mi><mi>d</mi></msub><mo stretchy="false">(</mo><msub><mi>n</mi><mn>1</mn></msub><mo>+</mo><msub><mi>n</mi><mn>2</mn></msub><msub><mi>P</mi><mi>a</mi></msub><mo>+</mo><msub><mi>n</mi><mn>3</mn></msub><msubsup><mi>P</mi><mi>a</mi><mn>2</mn></msubsup><mo stretchy="false">)</mo>"#,
     r#"<mo>=</mo>{P_d}<mo>⋅</mo><mo stretchy="false">(</mo>{n1}<mo>+</mo>{n2}<mo>⋅</mo>{P_a}<mo>+</mo>{n3}<mo>⋅</mo><msup>{P_a}<mn>2</mn></msup><mo stretchy="false">)</mo><mo>=</mo>{blocking_sum_u}"#],
    // (13), (14), (17)
    [r#"<msub><mo>∑</mo><mi>j</mi></msub><msub><mi>P</mi><mrow><msub><mi>b</mi><mi>j</mi></msub></mrow></msub><mo>=</mo><msub><mi>P</mi><mi>d</mi></msub><mo stretchy="false">(</mo><msub><mi>n</mi><mn>1</mn></msub><mo>+</mo><msub><mi>n</mi><mn>2</mn></msub><msub><mi>P</mi><mi>a</mi></msub><mi>+</mi><wbr><msub><mi>n</mi><mn>3</mn></msub><msubsup><mi>P</mi><mi>a</mi><mn>2</mn></msubsup><mo>+</mo><msub><mi>n</mi><mn>4</mn></msub><msubsup><mi>P</mi><mi>a</mi><mn>3</mn></msubsup><mo stretchy="false">)</mo>"#,
     r#"<mo>=</mo>{P_d}<mo>⋅</mo><mo stretchy="false">(</mo>{n1}<mo>+</mo>{n2}<mo>⋅</mo>{P_a}<mi>+</mi><wbr>{n3}<mo>⋅</mo><msup>{P_a}<mn>2</mn></msup><mo>+</mo>{n4}<mo>⋅</mo><msup>{P_a}<mn>3</mn></msup><mo stretchy="false">)</mo><mo>=</mo>{blocking_sum_u}"#],
    // (18)
    [r#"<msub><mi>W</mi><mi>c</mi></msub><mo>=</mo><mfrac><mrow><mi>ρ</mi><mover><mi>S</mi><mo>¯</mo></mover><mo stretchy="false">(</mo><mn>1</mn><mo>+</mo><msup><mi>C</mi><mn>2</mn></msup><mo stretchy="false">)</mo></mrow><mrow><mn>2</mn><mo stretchy="false">(</mo><mn>1</mn><mo>−</mo><mi>ρ</mi><mo stretchy="false">)</mo></mrow></mfrac>"#,
     r#"<mo>=</mo><mfrac><mrow>{rho}<mo>⋅</mo>{S}<mo>⋅</mo><mo stretchy="false">(</mo><mn>1</mn><mo>+</mo>{scv}<mo stretchy="false">)</mo></mrow><mrow><mn>2</mn><mo>⋅</mo><mo stretchy="false">(</mo><mn>1</mn><mo>−</mo>{rho}<mo stretchy="false">)</mo></mrow></mfrac><mo>=</mo>{W_c}"#],
    // (19)
    [r#"<mi>ρ</mi><mo>=</mo><msub><mi>λ</mi><mi>c</mi></msub><mover><mi>S</mi><mo>¯</mo></mover>"#,
     r#"<mo>=</mo>{lambda_c}<mo>⋅</mo>{S}<mo>=</mo>{rho}"#],
    // (20)
    [r#"<msup><mi>C</mi><mn>2</mn></msup><mo>=</mo><mfrac><mrow><msup><mi>σ</mi><mn>2</mn></msup></mrow><mrow><msup><mover><mi>S</mi><mo>¯</mo></mover><mn>2</mn></msup></mrow></mfrac>"#,
     r#"<mo>=</mo><mfrac><mrow>{variance}</mrow><mrow><msup>{S}<mn>2</mn></msup></mrow></mfrac><mo>=</mo>{scv}"#],
    // (21)
    [r#"<mover><mi>S</mi><mo>¯</mo></mover><mo>=</mo><mfrac><mrow><msub><mi>λ</mi><mrow><mi>c</mi><mi>b</mi></mrow></msub><mo>+</mo><msub><mi>λ</mi><mrow><mi>c</mi><mi>r</mi></mrow></msub></mrow><mrow><msub><mi>λ</mi><mi>c</mi></msub></mrow></mfrac><msub><mi>S</mi><mi>b</mi></msub><mo>+</mo><mfrac><mrow><msub><mi>λ</mi><mrow><mi>c</mi><mi>u</mi></mrow></msub></mrow><mrow><msub><mi>λ</mi><mi>c</mi></msub></mrow></mfrac><msub><mi>S</mi><mi>u</mi></msub>"#,
     r#"<mo>=</mo><mfrac><mrow>{lambda_cb}<mo>+</mo>{lambda_cr}</mrow><mrow>{lambda_c}</mrow></mfrac><mo>⋅</mo>{S_b}<mo>+</mo><mfrac><mrow>{lambda_cu}</mrow><mrow>{lambda_c}</mrow></mfrac><mo>⋅</mo>{S_u}<mo>=</mo>{S}"#],
    // (22)
    [r#"<msup><mi>σ</mi><mn>2</mn></msup><mo>=</mo><mo stretchy="false">(</mo><mover><mi>S</mi><mo>¯</mo></mover><mo>−</mo><mi>M</mi><msup><mo stretchy="false">)</mo><mn>2</mn></msup>"#,
     r#"<mo>=</mo><mo stretchy="false">(</mo>{S}<mo>−</mo>{flits}<msup><mo stretchy="false">)</mo><mn>2</mn></msup><mo>=</mo>{variance}"#],
    // (23)
    [r#"<msub><mi>W</mi><mi>c</mi></msub><mo>=</mo><mfrac><mrow><msub><mi>λ</mi><mi>c</mi></msub><mrow><mo>(</mo><msup><mover><mi>S</mi><mo>¯</mo></mover><mn>2</mn></msup><mo>+</mo><mo stretchy="false">(</mo><mover><mi>S</mi><mo>¯</mo></mover><mo>−</mo><mi>M</mi><msup><mo stretchy="false">)</mo><mn>2</mn></msup><mo>)</mo></mrow></mrow><mrow><mn>2</mn><mo stretchy="false">(</mo><mn>1</mn><mo>−</mo><mi>ρ</mi><mo stretchy="false">)</mo></mrow></mfrac>"#,
     r#"<mo>=</mo><mfrac><mrow>{lambda_c}<mo>⋅</mo><mrow><mo>(</mo><msup>{S}<mn>2</mn></msup><mo>+</mo><mo stretchy="false">(</mo>{S}<mo>−</mo>{flits}<msup><mo stretchy="false">)</mo><mn>2</mn></msup><mo>)</mo></mrow></mrow><mrow><mn>2</mn><mo>⋅</mo><mo stretchy="false">(</mo><mn>1</mn><mo>−</mo>{rho}<mo stretchy="false">)</mo></mrow></mfrac><mo>=</mo>{W_c}"#],
    // (24)
    [r#"<msub><mi>S</mi><mi>b</mi></msub><mo>=</mo><mi>M</mi><mo>+</mo><msub><mi>B</mi><mi>b</mi></msub>"#,
     r#"<mo>=</mo>{flits}<mo>+</mo>{B_b}<mo>=</mo>{S_b}"#],
    // (24)
    [r#"<msub><mi>S</mi><mi>b</mi></msub><mo>=</mo><mi>M</mi><mo>+</mo><mn>1</mn><mo>+</mo><msub><mi>B</mi><mi>b</mi></msub>"#,
     r#"<mo>=</mo>{flits}<mo>+</mo><mn>1</mn><mo>+</mo>{B_b}<mo>=</mo>{S_b}"#],
    // (25)
    [r#"<msub><mi>B</mi><mi>b</mi></msub><mo>=</mo><msub><mi>P</mi><mi>V</mi></msub><msub><mi>W</mi><mi>c</mi></msub>"#,
     r#"<mo>=</mo>{P_full}<mo>⋅</mo>{W_c}<mo>=</mo>{B_b}"#],
    // (26)
    [r#"<msub><mi>λ</mi><mi>s</mi></msub><mo>=</mo><mfrac><mrow><mo stretchy="false">(</mo><mn>1</mn><mo>−</mo><mi>β</mi><mo stretchy="false">)</mo><msub><mi>λ</mi><mi>g</mi></msub></mrow><mrow><mn>2</mn><mi>n</mi></mrow></mfrac><mo>+</mo><mi>β</mi><msub><mi>λ</mi><mi>g</mi></msub><mo>+</mo><msub><mi>λ</mi><mrow><mi>c</mi><mi>r</mi></mrow></msub>"#,
     r#"<mo>=</mo><mfrac><mrow><mo stretchy="false">(</mo><mn>1</mn><mo>−</mo>{beta}<mo stretchy="false">)</mo><mo>⋅</mo>{lambda}</mrow><mrow><mn>2</mn><mo>⋅</mo>{n}</mrow></mfrac><mo>+</mo>{beta}<mo>⋅</mo>{lambda}<mo>+</mo>{lambda_cr}<mo>=</mo>{lambda_s}"#],
    // (27)
    [r#"<msub><mi>S</mi><mi>s</mi></msub><mo>=</mo><mfrac><mrow><mi>β</mi><msub><mi>λ</mi><mi>g</mi></msub><mo>+</mo><msub><mi>λ</mi><mrow><mi>s</mi><mi>r</mi></mrow></msub></mrow><mrow><msub><mi>λ</mi><mi>g</mi></msub><mo>+</mo><msub><mi>λ</mi><mrow><mi>s</mi><mi>r</mi></mrow></msub></mrow></mfrac><msub><mi>S</mi><mi>b</mi></msub><mi>+</mi><wbr><mfrac><mrow><mo stretchy="false">(</mo><mn>1</mn><mo>−</mo><mi>β</mi><mo stretchy="false">)</mo><msub><mi>λ</mi><mi>g</mi></msub></mrow><mrow><msub><mi>λ</mi><mi>g</mi></msub><mo>+</mo><msub><mi>λ</mi><mrow><mi>s</mi><mi>r</mi></mrow></msub></mrow></mfrac><msub><mi>S</mi><mi>u</mi></msub>"#,
     r#"<mo>=</mo><mfrac><mrow>{beta}<mo>⋅</mo>{lambda}<mo>+</mo>{lambda_sr}</mrow><mrow>{lambda}<mo>+</mo>{lambda_sr}</mrow></mfrac><mo>⋅</mo>{S_b}<mi>+</mi><wbr><mfrac><mrow><mo stretchy="false">(</mo><mn>1</mn><mo>−</mo>{beta}<mo stretchy="false">)</mo><mo>⋅</mo>{lambda}</mrow><mrow>{lambda}<mo>+</mo>{lambda_sr}</mrow></mfrac><mo>⋅</mo>{S_u}<mo>=</mo>{S_s}"#],
    // (27)
    [r#"<msub><mi>S</mi><mi>s</mi></msub><mo>=</mo><mfrac><mrow><mi>β</mi><msub><mi>λ</mi><mi>g</mi></msub><mo>+</mo><msub><mi>λ</mi><mrow><mi>c</mi><mi>r</mi></mrow></msub></mrow><mrow><msub><mi>λ</mi><mi>s</mi></msub></mrow></mfrac><msub><mi>S</mi><mi>b</mi></msub><mi>+</mi><wbr><mfrac><mrow><mo stretchy="false">(</mo><mn>1</mn><mo>−</mo><mi>β</mi><mo stretchy="false">)</mo><msub><mi>λ</mi><mi>g</mi></msub></mrow><mrow><mn>2</mn><mi>n</mi><msub><mi>λ</mi><mi>s</mi></msub></mrow></mfrac><msub><mi>S</mi><mi>u</mi></msub>"#,
     r#"<mo>=</mo><mfrac><mrow>{beta}<mo>⋅</mo>{lambda}<mo>+</mo>{lambda_cr}</mrow><mrow>{lambda_s}</mrow></mfrac><mo>⋅</mo>{S_b}<mi>+</mi><wbr><mfrac><mrow><mo stretchy="false">(</mo><mn>1</mn><mo>−</mo>{beta}<mo stretchy="false">)</mo><mo>⋅</mo>{lambda}</mrow><mrow><mn>2</mn><mo>⋅</mo>{n}<mo>⋅</mo>{lambda_s}</mrow></mfrac><mo>⋅</mo>{S_u}<mo>=</mo>{S_s}"#],
    // (28)
    [r#"<msub><mi>W</mi><mi>s</mi></msub><mo>=</mo><mfrac><mrow><msub><mi>λ</mi><mi>s</mi></msub><mrow><mo>(</mo><msubsup><mi>S</mi><mi>s</mi><mn>2</mn></msubsup><mo>+</mo><mo stretchy="false">(</mo><msub><mi>S</mi><mi>s</mi></msub><mo>−</mo><mi>M</mi><msup><mo stretchy="false">)</mo><mn>2</mn></msup><mo>)</mo></mrow></mrow><mrow><mn>2</mn><mo stretchy="false">(</mo><mn>1</mn><mo>−</mo><msub><mi>λ</mi><mi>s</mi></msub><msub><mi>S</mi><mi>s</mi></msub><mo stretchy="false">)</mo></mrow></mfrac>"#,
     r#"<mo>=</mo><mfrac><mrow>{lambda_s}<mo>⋅</mo><mrow><mo>(</mo><msup>{S_s}<mn>2</mn></msup><mo>+</mo><mo stretchy="false">(</mo>{S_s}<mo>−</mo>{flits}<msup><mo stretchy="false">)</mo><mn>2</mn></msup><mo>)</mo></mrow></mrow><mrow><mn>2</mn><mo>⋅</mo><mo stretchy="false">(</mo><mn>1</mn><mo>−</mo>{lambda_s}<mo>⋅</mo>{S_s}<mo stretchy="false">)</mo></mrow></mfrac><mo>=</mo>{W_s}"#],
    // (29), (30)
    [r#"<msub><mi>P</mi><mi>v</mi></msub><mo>=</mo><mrow><mo>&#123;</mo><mtable><mtr><mtd><mo stretchy="false">(</mo><mn>1</mn><mo>−</mo><mi>ρ</mi><mo stretchy="false">)</mo><msup><mi>ρ</mi><mi>v</mi></msup></mtd><mtd><mi>v</mi><mo>&lt;</mo><mi>V</mi></mtd></mtr><mtr><mtd><msup><mi>ρ</mi><mrow><mi>V</mi></mrow></msup></mtd><mtd><mi>v</mi><mo>=</mo><mi>V</mi></mtd></mtr></mtable></mrow>"#,
     r#"<mo>=</mo><mrow><mo>&#123;</mo><mtable><mtr><mtd><mo stretchy="false">(</mo><mn>1</mn><mo>−</mo>{rho}<mo stretchy="false">)</mo><mo>⋅</mo><msup>{rho}<mi>v</mi></msup></mtd><mtd><mi>v</mi><mo>&lt;</mo>{V}</mtd></mtr><mtr><mtd><msup>{rho}<mrow>{V}</mrow></msup></mtd><mtd><mi>v</mi><mo>=</mo>{V}</mtd></mtr></mtable></mrow><mo>=</mo>{P_v}"#],
    // (31)
    [r#"<mover><mi>V</mi><mo>¯</mo></mover><mo>=</mo><mfrac><mrow><msub><mo>∑</mo><mi>v</mi></msub><msup><mi>v</mi><mn>2</mn></msup><msub><mi>P</mi><mi>v</mi></msub></mrow><mrow><msub><mo>∑</mo><mi>v</mi></msub><mi>v</mi><msub><mi>P</mi><mi>v</mi></msub></mrow></mfrac>"#,
     r#"<mo>=</mo>{Vbar}"#],
];

#[rustfmt::skip]
pub(super) const LETTERS: &[(&str, &str)] = &[
    ("k", r#"<mi>k</mi>"#),
    ("n", r#"<mi>n</mi>"#),
    ("N", r#"<mi>N</mi>"#),
    ("V", r#"<mi>V</mi>"#),
    ("beta", r#"<mi>β</mi>"#),
    ("lambda", r#"<msub><mi>λ</mi><mi>g</mi></msub>"#),
    ("flits", r#"<mi>M</mi>"#),
    ("kbar", r#"<mover><mi>k</mi><mo>¯</mo></mover>"#),
    ("dbar", r#"<mover><mi>d</mi><mo>¯</mo></mover>"#),
    ("N_r", r#"<msubsup><mi>N</mi><mi>r</mi><mi>i</mi></msubsup>"#),
    ("replicating", r#"<msub><mo>∑</mo><mrow><mi>i</mi><mo>≥</mo><mn>1</mn></mrow></msub><msubsup><mi>N</mi><mi>r</mi><mi>i</mi></msubsup>"#),
    ("P_r", r#"<msub><mi>P</mi><mrow><msub><mi>r</mi><mi>i</mi></msub></mrow></msub>"#),
    ("omega", r#"<mover><mi>ω</mi><mo>¯</mo></mover>"#),
    ("P_c", r#"<msub><mi>P</mi><mrow><msub><mi>c</mi><mi>j</mi></msub></mrow></msub>"#),
    ("Pb", r#"<msub><mi>P</mi><mrow><msub><mi>b</mi><mi>j</mi></msub></mrow></msub>"#),
    ("B", r#"<msub><mi>B</mi><mi>j</mi></msub>"#),
    ("n1", r#"<msub><mi>n</mi><mn>1</mn></msub>"#),
    ("n2", r#"<msub><mi>n</mi><mn>2</mn></msub>"#),
    ("n3", r#"<msub><mi>n</mi><mn>3</mn></msub>"#),
    ("n4", r#"<msub><mi>n</mi><mn>4</mn></msub>"#),
    ("lambda_sr", r#"<msub><mi>λ</mi><mrow><mi>s</mi><mi>r</mi></mrow></msub>"#),
    ("lambda_cu", r#"<msub><mi>λ</mi><mrow><mi>c</mi><mi>u</mi></mrow></msub>"#),
    ("lambda_cb", r#"<msub><mi>λ</mi><mrow><mi>c</mi><mi>b</mi></mrow></msub>"#),
    ("lambda_cr", r#"<msub><mi>λ</mi><mrow><mi>c</mi><mi>r</mi></mrow></msub>"#),
    ("lambda_c", r#"<msub><mi>λ</mi><mi>c</mi></msub>"#),
    ("rho", r#"<mi>ρ</mi>"#),
    ("P_v", r#"<msub><mi>P</mi><mi>v</mi></msub>"#),
    ("P_full", r#"<msub><mi>P</mi><mi>V</mi></msub>"#),
    ("P_V-1", r#"<msub><mi>P</mi><mrow><mi>V</mi><mo>−</mo><mn>1</mn></mrow></msub>"#),
    ("P_V-2", r#"<msub><mi>P</mi><mrow><mi>V</mi><mo>−</mo><mn>2</mn></mrow></msub>"#),
    ("P_a", r#"<msub><mi>P</mi><mi>a</mi></msub>"#),
    ("P_d", r#"<msub><mi>P</mi><mi>d</mi></msub>"#),
    ("blocking_sum_u", r#"<msub><mo>∑</mo><mi>j</mi></msub><msub><mi>P</mi><mrow><msub><mi>b</mi><mi>j</mi></msub></mrow></msub>"#),
    ("W_c", r#"<msub><mi>W</mi><mi>c</mi></msub>"#),
    ("variance", r#"<msup><mi>σ</mi><mn>2</mn></msup>"#),
    ("scv", r#"<msup><mi>C</mi><mn>2</mn></msup>"#),
    ("B_b", r#"<msub><mi>B</mi><mi>b</mi></msub>"#),
    ("S_u", r#"<msub><mi>S</mi><mi>u</mi></msub>"#),
    ("S_b", r#"<msub><mi>S</mi><mi>b</mi></msub>"#),
    ("S", r#"<mover><mi>S</mi><mo>¯</mo></mover>"#),
    ("lambda_s", r#"<msub><mi>λ</mi><mi>s</mi></msub>"#),
    ("S_s", r#"<msub><mi>S</mi><mi>s</mi></msub>"#),
    ("W_s", r#"<msub><mi>W</mi><mi>s</mi></msub>"#),
    ("Vbar", r#"<mover><mi>V</mi><mo>¯</mo></mover>"#),
    ("latency", r#"<msub><mi>L</mi><mi>u</mi></msub>"#),
];
