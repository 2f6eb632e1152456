import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript';
import { format, resolveConfig } from 'prettier';

/** Types of a client, generated from an OpenAPI document and formatted as this repository is. */
export async function clientTypes(document: unknown, path: string): Promise<string> {
  const types = astToString(await openapiTS(document as OpenAPI3));
  const head =
    '/** Generated from /openapi.json by openapi-typescript; the test beside it says when it is old. */\n';
  return format(head + types, { ...(await resolveConfig(path)), parser: 'typescript' });
}
