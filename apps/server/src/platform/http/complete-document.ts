import type { OpenAPIV3_1 } from 'openapi-types';

type Document = OpenAPIV3_1.Document;

/** What the document says about the company of a call (R-companies-20). */
const COMPANY: OpenAPIV3_1.ParameterObject = {
  name: 'x-company',
  in: 'header',
  required: false,
  description:
    'The id of the company that the call is about (`GET /api/memberships`). Without it the call is about the ' +
    'caller’s own company, else about the one they have been in longest. An API token is for one company alone.',
  schema: { type: 'string', format: 'uuid' },
};

/**
 * Adds to a document of all calls what is the same for many of them: the list of tags, the header that names the company,
 * and failures, each described once (R-api-26).
 */
export function completeDocument(document: Document): Document {
  const operations = Object.values(document.paths ?? {}).flatMap((path) => Object.values(path ?? {}) as Operation[]);
  const failure = operations.find(({ responses }) => responses?.default)?.responses?.default;
  for (const operation of operations) {
    if (operation.security && operation.security.length > 0) {
      operation.parameters = [...(operation.parameters ?? []), { $ref: '#/components/parameters/Company' }];
    }
    if (operation.responses) operation.responses = describeFailures(operation.responses);
  }
  const tags = [...new Set(operations.flatMap(({ tags = [] }) => tags))].sort();
  return {
    ...document,
    tags: tags.map((name) => ({ name, description: `Calls about ${name.replaceAll('-', ' ')}.` })),
    components: {
      ...document.components,
      parameters: { Company: COMPANY },
      ...(failure && { responses: { Failure: failure } }),
    },
  };
}

type Operation = OpenAPIV3_1.OperationObject;

const FAILURE = { $ref: '#/components/responses/Failure' };

/** Every failure has the same envelope: what the caller did wrong (4XX), and everything else. */
function describeFailures(responses: OpenAPIV3_1.ResponsesObject): OpenAPIV3_1.ResponsesObject {
  return responses.default ? { ...responses, '4XX': FAILURE, default: FAILURE } : responses;
}
