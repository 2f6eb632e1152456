/** The bytes of weights.bin in base64, which the build reads: half-precision numbers, little endian. */
export const WEIGHTS: string;
