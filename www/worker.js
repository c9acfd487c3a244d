// A worker of the page: it is handed the module that the page has compiled, and simulates for it. The rest is crates/web/src/worker.rs and crates/page/src/worker/scheduler.rs.
const BUILD = "1";

self.onmessage = async ({ data: { glue, module } }) => {
  self.onmessage = null;
  const { initSync, work } = await import(glue);
  initSync({ module });
  work(BUILD);
};
