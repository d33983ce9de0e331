import pino, { type Logger } from 'pino'
import pretty from 'pino-pretty'

/** Keys that never belong in a log line, wherever they stand. Lines are built by hand; this is the second net. */
const secretKeys = new Set([
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
])

export interface LogTarget {
  write(line: string): unknown
}

/** JSON lines on standard output, or readable ones on a terminal; tests and commands name another target. */
export function createLog(level: string, target?: LogTarget): Logger {
  return pino(
    {
      level,
      base: { pid: process.pid },
      formatters: { log: (line) => withoutSecrets(line) as Record<string, unknown> },
    },
    target ?? (process.stdout.isTTY ? readable() : buffered()),
  )
}

function readable() {
  return pretty({ ignore: 'pid,hostname', translateTime: 'HH:MM:ss', singleLine: true })
}

/** A write per line would cost a request more than the rest of its logging: lines leave together, soon after. */
function buffered() {
  return pino.destination({ dest: 1, sync: false, minLength: 4096, periodicFlush: 200 })
}

/** pino's own redaction walks its paths in every line and took a seventh of a request; this looks at what is there. */
function withoutSecrets(value: unknown, depth = 0): unknown {
  if (value === null || typeof value !== 'object' || value instanceof Error || depth > 4) return value
  if (Array.isArray(value)) return value.map((item) => withoutSecrets(item, depth + 1))
  const clean: Record<string, unknown> = {}
  for (const key in value) {
    const field = (value as Record<string, unknown>)[key]
    clean[key] = secretKeys.has(key) ? '[redacted]' : withoutSecrets(field, depth + 1)
  }
  return clean
}
