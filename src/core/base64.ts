/** What there is of Node's buffers; browsers have none. */
declare const Buffer: { from: (text: string, encoding: 'base64') => Uint8Array } | undefined;

/** The bytes that base64 stands for: by Node's own code where there is such, in a tenth of the time. */
export function bytesOfBase64(base64: string): Uint8Array {
  if (typeof Buffer !== 'undefined') return Buffer.from(base64, 'base64');
  const characters = atob(base64);
  const bytes = new Uint8Array(characters.length);
  for (let i = 0; i < bytes.length; i++) bytes[i] = characters.charCodeAt(i);
  return bytes;
}
