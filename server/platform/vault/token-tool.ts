import { spawn } from 'node:child_process'
import type { SealedReason } from '../../../contract/control/vault.ts'
import { errorCode } from '../error-code.ts'

export type TokenReason = Extract<SealedReason, `token_${string}`>

/** The token, or the program that talks to it, does not do what it was asked for. */
export class TokenFault extends Error {
  override name = 'TokenFault'
  readonly reason: TokenReason
  /** Whether asking again could use up the attempts that the token grants for its PIN. */
  readonly isFinal: boolean

  /** `printed` is what the tool printed; it never contains the PIN. */
  constructor(reason: TokenReason, printed = '', { isFinal = false } = {}) {
    super(printed || reason)
    this.reason = reason
    this.isFinal = isFinal
  }
}

const program = 'pkcs11-tool'
const pinVariable = 'KONTOR_PKCS11_PIN'
const largestOutput = 1024 * 1024
/** Longer than any token needs, also one that a person has to touch. */
const timeLimitMs = 20_000

export type ToolCall = {
  module: string
  args: string[]
  /** Given to the tool through its environment, never as an argument: others can read those. */
  pin?: string | undefined
  input?: Buffer | undefined
  limitMs?: number | undefined
}

/** Runs OpenSC's pkcs11-tool and returns what it prints, or throws a TokenFault. */
export function runTokenTool({ module, args, pin, input, limitMs = timeLimitMs }: ToolCall): Promise<Buffer> {
  const login = pin === undefined ? [] : ['--login', `--pin=env:${pinVariable}`]
  return new Promise((resolve, reject) => {
    // A session of its own: without a terminal nothing can be asked there, and all of it can be ended together.
    const child = spawn(program, [`--module=${module}`, ...args, ...login], {
      env: environment(pin),
      detached: true,
      stdio: ['pipe', 'pipe', 'pipe'],
    })
    const output: Buffer[] = []
    let size = 0
    let printed = ''
    let isLate = false
    const end = () => {
      try {
        if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
      } catch {
        // It has ended by itself.
      }
    }
    const timer = setTimeout(() => {
      isLate = true
      end()
    }, limitMs)
    child.stdout.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size > largestOutput) end()
      else output.push(chunk)
    })
    child.stderr.on('data', (chunk: Buffer) => {
      printed = (printed + chunk.toString('utf8')).slice(-4_000)
    })
    // A tool that ends early does not read its input.
    child.stdin.on('error', () => {})
    child.stdin.end(input)
    child.on('error', (error) => {
      clearTimeout(timer)
      const isMissing = errorCode(error) === 'ENOENT' || errorCode(error) === 'EACCES'
      reject(new TokenFault(isMissing ? 'token_tool_missing' : 'token_refused', error.message))
    })
    child.on('close', (code) => {
      clearTimeout(timer)
      if (code === 0) return resolve(Buffer.concat(output))
      for (const chunk of output) chunk.fill(0)
      reject(isLate ? new TokenFault('token_silent') : faultOf(printed))
    })
  })
}

/** Modules need variables of their own, such as SOFTHSM2_CONF, but no secrets of the service. */
function environment(pin: string | undefined): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(
    ([name]) => !/^(KONTOR|PG)/.test(name) && name !== 'DATABASE_URL',
  )
  return { ...Object.fromEntries(kept), LC_ALL: 'C', ...(pin !== undefined && { [pinVariable]: pin }) }
}

/** The texts are those of OpenSC 0.22 to 0.26; the codes are those of PKCS #11. */
function faultOf(printed: string): TokenFault {
  const line = summaryOf(printed)
  const isLogin = /C_Login failed/.test(printed)
  if (/CKR_PIN_LOCKED/.test(printed)) return new TokenFault('token_pin_locked', line, { isFinal: true })
  if (/CKR_PIN_(INCORRECT|INVALID|LEN_RANGE)/.test(printed))
    return new TokenFault('token_pin_wrong', line, { isFinal: true })
  if (/Failed to load pkcs11 module/.test(printed)) return new TokenFault('token_module_missing', line)
  if (/No slots?\b|CKR_(TOKEN_NOT_PRESENT|TOKEN_NOT_RECOGNIZED|DEVICE_REMOVED|SLOT_ID_INVALID)/.test(printed))
    return new TokenFault('token_missing', line)
  if (/(object|key) not found/.test(printed)) return new TokenFault('token_key_missing', line)
  return new TokenFault('token_refused', line, { isFinal: isLogin })
}

/** The line that names the failure. */
function summaryOf(printed: string): string {
  const lines = printed.split('\n').map((line) => line.trim())
  return lines.find((line) => line.startsWith('error:')) ?? lines.find((line) => line !== '') ?? ''
}
