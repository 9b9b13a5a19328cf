import swagger from '@fastify/swagger';
import scalar from '@scalar/fastify-api-reference';
import type { FastifyInstance } from 'fastify';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';
import { contentSecurityPolicy } from './content-security-policy.ts';

/** The document at `openapi.json` and readable pages at `docs`, both below the API's base path. */
export async function describeApi(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Anupalan API',
        version: '1',
        description: 'Every payroll and labour-law obligation of an employer in India, in view.',
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
    },
    transform: jsonSchemaTransform,
  });
}

/** Serves the document; registered after all calls, so that it has them, and below the base path. */
export async function showApi(app: FastifyInstance): Promise<void> {
  app.get('/openapi.json', { schema: { hide: true } }, async () => app.swagger());
  app.addHook('onSend', async (_request, reply, payload) => {
    if (typeof payload === 'string' && String(reply.getHeader('content-type')).startsWith('text/html')) {
      reply.header('Content-Security-Policy', contentSecurityPolicy(payload));
    }
    return payload;
  });
  await app.register(scalar, {
    routePrefix: '/docs',
    configuration: { withDefaultFonts: false, telemetry: false, url: '/api/openapi.json' },
  });
}
