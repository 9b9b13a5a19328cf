import { Counter, Gauge, Histogram, Registry } from 'prom-client';

/**
 * What this process counts. It counts whether or not anybody asks, which costs less than a microsecond each time; labels
 * are words of the code and never of a caller, so that their number is bounded.
 */
export const registry = new Registry();

const registers = [registry];

/** Answers by call, as the contract writes its path, and class of status, `left` if nobody waited. Streams that never end are left out. */
export const answerSeconds = new Histogram({
  name: 'anupalan_http_request_duration_seconds',
  help: 'Time from a request to its whole answer',
  labelNames: ['method', 'path', 'status'] as const,
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
  registers,
});

export const requestsInFlight = new Gauge({
  name: 'anupalan_http_requests_in_flight',
  help: 'Requests that are being answered, live streams aside',
  registers,
});

export const liveStreams = new Gauge({
  name: 'anupalan_live_streams',
  help: 'Open streams of live updates',
  registers,
});

export const limitRefusals = new Counter({
  name: 'anupalan_rate_limit_refusals_total',
  help: 'Calls refused by a limit',
  labelNames: ['limit'] as const,
  registers,
});

/** Calls that were refused at the door: they are in no other figure. */
export const busyRefusals = new Counter({
  name: 'anupalan_busy_refusals_total',
  help: 'Calls refused because as many were being worked on as there is room for',
  labelNames: ['room'] as const,
  registers,
});

/** Entries of the audit log as they are written: sign-ins by outcome among them. */
export const auditEntries = new Counter({
  name: 'anupalan_audit_entries_total',
  help: 'Entries of the audit log; the reason is that of a failure to sign in, sign up or reset',
  labelNames: ['action', 'reason'] as const,
  registers,
});

export const mailSeconds = new Histogram({
  name: 'anupalan_mail_duration_seconds',
  help: 'Time to hand a mail over, by whether it was accepted',
  labelNames: ['outcome'] as const,
  buckets: [0.01, 0.05, 0.1, 0.5, 1, 5, 10],
  registers,
});

export const messageOutcomes = new Counter({
  name: 'anupalan_messages_total',
  help: 'Messages that this process handed over or tried to, by channel and what became of them',
  labelNames: ['channel', 'outcome'] as const,
  registers,
});

export const jobRuns = new Counter({
  name: 'anupalan_job_runs_total',
  help: 'Runs of jobs of this process, by whether they failed (and will be tried again)',
  labelNames: ['queue', 'outcome'] as const,
  registers,
});

export const fileFaults = new Gauge({
  name: 'anupalan_file_faults',
  help: 'What the last nightly check of stored files found that this process made',
  labelNames: ['fault'] as const,
  registers,
});

export const sealingStuckSeconds = new Gauge({
  name: 'anupalan_sealing_stuck_seconds',
  help: 'How long the rounds of this process have sealed nothing, though something waits',
  registers,
});
