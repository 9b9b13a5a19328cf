const QUIET_MS = 1_000;
const TERMINAL_STEP_MS = 1_000;
const LOG_STEP_MS = 10_000;

/**
 * Waits for the work; when it takes longer than a second, shows what is being done and for how long. @template T
 * @param {string} label
 * @param {Promise<T>} work
 * @returns {Promise<T>}
 */
export async function showProgress(label, work) {
  const { isTTY } = process.stdout;
  const started = Date.now();
  let shown = false;
  let timer = setTimeout(function show() {
    const time = shown ? ` ${secondsSince(started)} s` : '';
    process.stdout.write(isTTY ? `\r${label}…${time}` : `${label}…${time}\n`);
    shown = true;
    timer = setTimeout(show, isTTY ? TERMINAL_STEP_MS : LOG_STEP_MS);
  }, QUIET_MS);
  try {
    return await work;
  } finally {
    clearTimeout(timer);
    if (shown) process.stdout.write(`${isTTY ? '\r' : ''}${label}: ${secondsSince(started)} s\n`);
  }
}

function secondsSince(started) {
  return Math.round((Date.now() - started) / 1_000);
}
