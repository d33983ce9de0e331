import pino, { type Logger } from 'pino'
import pretty from 'pino-pretty'

/** Fields whose values are never logged, at any depth. A second protection: log lines contain only named fields. */
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

/** Writes JSON lines to standard output, or readable lines if it is a terminal. Tests and commands set another target. */
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

/** Lines are written in batches, because one write per line costs more than everything else about logging. */
function buffered() {
  return pino.destination({ dest: 1, sync: false, minLength: 4096, periodicFlush: 200 })
}

/** pino's redaction checks all configured paths for each line, which took a seventh of a request. This checks only existing fields. */
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
