import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript';

/** Types of a client, generated from an OpenAPI document. */
export async function clientTypes(document: unknown): Promise<string> {
  return astToString(await openapiTS(document as OpenAPI3));
}
