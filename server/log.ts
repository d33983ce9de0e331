import pino, { type Logger } from 'pino'
import pretty from 'pino-pretty'

/** Keys that never belong in a log line, wherever they stand. Lines are built by hand; this is the second net. */
const secretKeys = [
  'password',
  'token',
  'access_token',
  'refresh_token',
  'otp',
  'secret',
  'secret_key',
  'mnemonic',
  'authorization',
  'cookie',
  'signature',
]

/** JSON lines, or readable ones on a terminal. */
export function createLog(level: string, destination: NodeJS.WritableStream & { isTTY?: boolean } = process.stdout): Logger {
  return pino(
    {
      level,
      base: { pid: process.pid },
      redact: { paths: secretKeys.flatMap((key) => [key, `*.${key}`, `*.*.${key}`]), censor: '[redacted]' },
    },
    destination.isTTY
      ? pretty({ destination: 1, ignore: 'pid,hostname', translateTime: 'HH:MM:ss', singleLine: true })
      : destination,
  )
}
