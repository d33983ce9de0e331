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
  /** A line of ASCII only, which takes half the time. */
  writeAscii?(line: string): unknown
  /** Calls back when no write is under way. */
  flush?(done: () => void): void
}

/** A second for a reader that is slow. */
const finishMilliseconds = 1_000

/** Before an orderly exit: a write that is under way would be cut off, and only what comes after it written at exit. */
export function finishWrites(log: Logger): Promise<void> {
  return new Promise((resolve) => {
    log.flush(() => resolve())
    setTimeout(resolve, finishMilliseconds)
  })
}

/** Writes JSON lines to standard output, or readable lines if it is a terminal. Tests and commands set another target. */
export function createLog(level: string, target?: LogTarget): Logger {
  return pino(
    {
      level,
      base: { pid: process.pid },
      formatters: { log: (line) => withoutSecrets(line) as Record<string, unknown> },
    },
    target ?? (process.stdout.isTTY ? readable() : batched(1)),
  )
}

function readable() {
  return pretty({ ignore: 'pid,hostname', translateTime: 'HH:MM:ss', singleLine: true })
}

const batchBytes = 64 * 1024
const batchMilliseconds = 200
const maxWrite = 16 * 1024 * 1024

/**
 * Collects lines and writes them together, at most 200 ms late: a system call per line would cost more than the rest of
 * its logging. They are also written when the process exits, even after an uncaught error; `kill -9` loses them.
 */
export function batched(destination: string | number): LogTarget {
  // With this minimal length it only writes when flushed, so that no write is under way while the process exits.
  const file = pino.destination({
    dest: destination,
    sync: false,
    contentMode: 'buffer',
    minLength: maxWrite - 1,
    maxWrite,
  })
  const batch = Buffer.allocUnsafe(batchBytes)
  let length = 0

  function handOver(): void {
    if (length > 0) file.write(Buffer.from(batch.subarray(0, length)) as never)
    length = 0
  }
  function writeBatch(): void {
    handOver()
    file.flush()
  }
  setInterval(writeBatch, batchMilliseconds).unref()
  process.once('exit', () => {
    handOver()
    file.flushSync()
  })

  function add(line: string, encoding: 'latin1' | 'utf8'): void {
    // A character takes at most three bytes.
    const most = line.length * 3
    if (length + most > batchBytes) writeBatch()
    if (most > batchBytes) file.write(Buffer.from(line) as never)
    // Copied at once: a batch of strings would keep the garbage collector busy.
    else length += batch.write(line, length, encoding)
  }

  return {
    write: (line) => add(line, 'utf8'),
    writeAscii: (line) => add(line, 'latin1'),
    flush(done) {
      handOver()
      file.flush(() => done())
    },
  }
}

/**
 * Writes lines whose fields are JSON of ASCII only already, with the level, time and bindings of the logger. pino would
 * copy, check and quote each field of a request's line, which takes longer than all hooks together.
 */
export function createLineWriter(log: Logger, level: 'info' | 'warn'): (fields: string) => void {
  const internals = log as unknown as Record<symbol, unknown>
  const target = internals[pino.symbols.streamSym] as LogTarget
  const bindings = internals[pino.symbols.chindingsSym] as string
  const start = `{"level":${pino.levels.values[level]},"time":`
  const write = target.writeAscii ?? target.write.bind(target)
  return (fields) => {
    if (log.isLevelEnabled(level)) write(`${start}${Date.now()}${bindings},${fields}}\n`)
  }
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
