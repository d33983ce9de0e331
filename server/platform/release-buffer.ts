/**
 * Gives the memory of a buffer back at once, if nothing else is in that memory. The garbage collector sees small objects,
 * not what is behind them, and lets tens of megabytes gather. Nobody may use the buffer afterwards.
 */
export function release({ buffer, byteLength }: Buffer): void {
  if (buffer instanceof ArrayBuffer && byteLength === buffer.byteLength) buffer.transfer(0)
}
