import swagger from '@fastify/swagger';
import Fastify, { type FastifyInstance, type RouteShorthandOptions } from 'fastify';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';
import type { OpenAPIV3_1 } from 'openapi-types';
import { completeDocument } from './complete-document.ts';
import { contentSecurityPolicy } from './content-security-policy.ts';
import { PreparedAnswer } from './prepared-answer.ts';

/** Answers that change with the version only: a browser asks by the tag whether they still hold. */
const ASK_AGAIN = 'public, no-cache';

/** An answer whose name changes with its content. */
const FOREVER = 'public, max-age=31536000, immutable';

/** Routes of prepared answers: they are compressed already, and no calls of the API. */
const PREPARED: RouteShorthandOptions = { compress: false, schema: { hide: true } };

/** The document's words about sessions; the parameter of each call has those about the company (R-companies-20). */
const SESSION = `A session of a person. The header \`x-company\` names the company of a call; a company that the person
is not in is 403.`;

/** The document's words about API tokens (R-tokens-4). */
const API_TOKEN = `An API token, which begins with \`anu_\`: it acts for its person in one company, with the scopes that
it was given. Each call names the scope that it needs.`;

/** Gathers the calls for the document; registered before them. */
export async function describeApi(app: FastifyInstance, publicUrl: string): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Anupalan API',
        version: '1',
        description: 'Every payroll and labour-law obligation of an employer in India, in view.',
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
      servers: [{ url: publicUrl, description: 'This installation' }],
      components: {
        securitySchemes: {
          bearer: { type: 'http', scheme: 'bearer', description: SESSION },
          apiToken: { type: 'http', scheme: 'bearer', bearerFormat: 'anu_…', description: API_TOKEN },
        },
      },
    },
    transform: jsonSchemaTransform,
  });
}

/**
 * Serves the document at `openapi.json` and readable pages at `docs`, below the API's base path; registered after all calls, so
 * that it has them. Each is made once, when somebody first asks, and costs nothing from then on (R-api-26).
 */
export async function showApi(app: FastifyInstance): Promise<void> {
  const readDocument = once(() =>
    PreparedAnswer.prepare(
      Buffer.from(JSON.stringify(completeDocument(app.swagger() as OpenAPIV3_1.Document))),
      'application/json; charset=utf-8',
    ),
  );
  const readPage = once(() => preparePage(`${app.prefix}/docs`, `${app.prefix}/openapi.json`));

  app.get('/openapi.json', PREPARED, async (request, reply) => (await readDocument()).send(request, reply, ASK_AGAIN));
  app.get('/docs', PREPARED, async (request, reply) => {
    const { page, policy } = await readPage();
    return page.send(request, reply.header('Content-Security-Policy', policy), ASK_AGAIN);
  });
  app.get<{ Params: { digest: string } }>('/docs/reference-:digest.js', PREPARED, async (request, reply) => {
    const { digest } = await readScript();
    if (request.params.digest !== digest) return reply.callNotFound();
    return (await readScript()).send(request, reply, FOREVER);
  });
}

/** The script of the page: four megabytes that nothing needs until somebody reads the document. */
const readScript = once(async () => {
  const response = await askReference('/js/scalar.js');
  return PreparedAnswer.prepare(response.rawPayload, 'text/javascript; charset=utf-8');
});

async function preparePage(folder: string, document: string): Promise<{ page: PreparedAnswer; policy: string }> {
  const { digest } = await readScript();
  const { body: html } = await askReference('/', { url: document, cdn: `${folder}/reference-${digest}.js` });
  const page = await PreparedAnswer.prepare(Buffer.from(html), 'text/html; charset=utf-8');
  return { page, policy: contentSecurityPolicy(html) };
}

/** What the reference's own plugin answers; it makes everything anew for each call, so it serves nobody directly. */
async function askReference(path: string, configuration: { url?: string; cdn?: string } = {}) {
  const { default: reference } = await import('@scalar/fastify-api-reference');
  const scratch = Fastify();
  await scratch.register(reference, {
    routePrefix: '/docs',
    configuration: { withDefaultFonts: false, telemetry: false, url: '/openapi.json', ...configuration },
  });
  return scratch.inject(`/docs${path}`);
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
