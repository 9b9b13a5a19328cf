import { setTimeout } from 'node:timers/promises';
import { FastifyOtelInstrumentation } from '@fastify/otel';
import { DiagLogLevel, diag, SpanKind, SpanStatusCode, type Tracer } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { PgInstrumentation } from '@opentelemetry/instrumentation-pg';
import { BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node';
import type { FastifyInstance } from 'fastify';
import pg from 'pg';
import type { Logger } from 'pino';
import type { Mailer } from '../mail/mailer.ts';
import { exportBare } from './bare-spans.ts';

/** Milliseconds for which one export is tried. */
const EXPORT_MS = 5_000;

/** Milliseconds for which stopping waits for the last export. */
const LAST_EXPORT_MS = 1_000;

/** Traces of this process, sent to a collector. */
export interface Tracing {
  /** Gives every request of a server a span; before its routes. A caller's `traceparent` is gone on with. */
  traceRequests(app: FastifyInstance): Promise<void>;
  traceMailer(mailer: Mailer): Mailer;
  /** Sends what is left, if the collector takes it within a second. */
  close(): Promise<void>;
}

/**
 * Starts tracing. Imported only when traces are wanted, since its libraries take a tenth of a second to load.
 * @param endpoint the collector's base address, to which `/v1/traces` is added (OTLP over HTTP)
 */
export function startTracing(endpoint: string, log: Pick<Logger, 'warn'>): Tracing {
  const report = (message: string) => log.warn({ reason: message }, 'traces could not be sent');
  const ignore = () => {};
  diag.setLogger(
    { error: report, warn: report, info: ignore, debug: ignore, verbose: ignore },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  );
  const exporter = new OTLPTraceExporter({
    url: `${endpoint.replace(/\/+$/, '')}/v1/traces`,
    timeoutMillis: EXPORT_MS,
  });
  const provider = new NodeTracerProvider({
    resource: RESOURCE,
    spanProcessors: [new BatchSpanProcessor(exportBare(exporter))],
  });
  provider.register();
  const requests = new FastifyOtelInstrumentation({
    instrumentHooks: false,
    recordExceptions: false,
    requestHook: (span, { method, routeOptions }) => span.updateName(`${method} ${routeOptions.url ?? 'unknown'}`),
  });
  requests.setTracerProvider(provider);
  const stopTracingQueries = traceQueries(provider);
  return {
    traceRequests: async (app) => {
      await app.register(requests.plugin());
    },
    traceMailer: (mailer) => traceMailer(mailer, provider.getTracer('anupalan')),
    close: async () => {
      stopTracingQueries();
      const sent = provider.shutdown().catch((error: unknown) => report(String(error)));
      await Promise.race([sent, setTimeout(LAST_EXPORT_MS, undefined, { ref: false })]);
    },
  };
}

type Resource = NonNullable<NonNullable<ConstructorParameters<typeof NodeTracerProvider>[0]>['resource']>;

/** The name by which the collector knows us. */
const RESOURCE: Resource = {
  attributes: { 'service.name': 'anupalan' },
  merge: () => RESOURCE,
  getRawAttributes: () => Object.entries(RESOURCE.attributes),
};

/**
 * Gives queries of traced requests a span with their text, without values. The driver is patched by hand: the hooks by
 * which the instrumentation finds it don't see what is imported before them. @returns the function that undoes it
 */
function traceQueries(provider: NodeTracerProvider): () => void {
  const queries = new PgInstrumentation({ enabled: false, requireParentSpan: true, ignoreConnectSpans: true });
  queries.setTracerProvider(provider);
  const driver = queries.getModuleDefinitions().find(({ name }) => name === 'pg');
  driver?.patch?.(pg);
  return () => driver?.unpatch?.(pg);
}

function traceMailer(mailer: Mailer, tracer: Tracer): Mailer {
  return {
    ...mailer,
    deliver: (mail, signal) =>
      tracer.startActiveSpan('deliver mail', { kind: SpanKind.CLIENT }, async (span) => {
        try {
          await mailer.deliver(mail, signal);
        } catch (error) {
          span.setStatus({ code: SpanStatusCode.ERROR });
          throw error;
        } finally {
          span.end();
        }
      }),
  };
}
