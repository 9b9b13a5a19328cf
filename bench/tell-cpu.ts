/**
 * A module loaded into each server that is measured: answers every message with the CPU milliseconds of its process, or
 * with its memory after a full collection, or with the most bytes that were ever resident.
 */
process.on('message', async (question) => {
  if (question === 'memory?') {
    // What finalizers let go is collected the second time.
    await globalThis.gc?.({ type: 'major', execution: 'async' });
    await globalThis.gc?.({ type: 'major', execution: 'async' });
    process.send?.(process.memoryUsage());
    return;
  }
  if (question === 'peak?') {
    process.send?.(process.resourceUsage().maxRSS * 1_024);
    return;
  }
  const { user, system } = process.cpuUsage();
  process.send?.((user + system) / 1_000);
});
