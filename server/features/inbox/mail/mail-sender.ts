import { Socket } from 'node:net'
import { createTransport } from 'nodemailer'
import type { Reachability } from '../../../platform/reachability.ts'
import type { MailSettings } from './mail-settings.ts'

export interface OutgoingMail {
  /** Makes the Message-ID: sent twice, it is the same message. */
  id: string
  date: Date
  to: string
  subject: string
  text: string
}

/**
 * `refused` is about this mail and for good; `failed` may pass; `aborted` says nothing about either: this side gave up.
 * The reason is a code, because the reply of a server may repeat an address.
 */
export type SendOutcome =
  | { kind: 'sent' }
  | { kind: 'refused'; reason: string }
  | { kind: 'failed'; reason: string }
  | { kind: 'aborted' }

export type SendMail = (mail: OutgoingMail, stopping: AbortSignal) => Promise<SendOutcome>

const second = 1000
const connectTimeout = 5 * second
/** A server that answers byte by byte is cut off after this time. */
export const sendTimeout = 60 * second

type SmtpError = Error & { code?: string; command?: string; responseCode?: number }

/** Sends each mail on a connection of its own: mails are few, and no connection can hang between them. */
export function createMailSender(settings: MailSettings, reachability: Reachability): SendMail {
  const { host, port, secure, auth, from } = settings
  const domain = from.address.split('@').at(-1)

  return async (mail, stopping) => {
    if (stopping.aborted) return { kind: 'aborted' }
    // Ours, because closing the transport would not end a connection that is in use.
    const socket = new Socket()
    const transport = createTransport({
      socket,
      host,
      port,
      secure,
      ...(auth && { auth }),
      // Otherwise somebody on the way could remove STARTTLS from the greeting and read the password.
      requireTLS: !secure && auth !== null && !isLoopback(host),
      connectionTimeout: connectTimeout,
      greetingTimeout: 10 * second,
      socketTimeout: 30 * second,
      disableFileAccess: true,
      disableUrlAccess: true,
    })
    const cut = AbortSignal.any([stopping, AbortSignal.timeout(sendTimeout)])
    const ended = new Promise<SendOutcome>((resolve) => {
      cut.addEventListener('abort', () => {
        socket.destroy()
        if (stopping.aborted) return resolve({ kind: 'aborted' })
        reachability.failed({ reason: 'timeout' })
        resolve({ kind: 'failed', reason: 'timeout' })
      })
    })
    // The name of the server may be found only after that.
    socket.once('connect', () => {
      if (cut.aborted) socket.destroy()
    })
    const sent = transport
      .sendMail({
        messageId: `<${mail.id}@${domain}>`,
        date: mail.date,
        from,
        to: { name: '', address: mail.to },
        subject: mail.subject,
        // Base64 keeps line breaks as they are, and mail has only these (RFC 2045, section 6.8).
        text: mail.text.replaceAll('\n', '\r\n'),
        // So that no out-of-office reply comes back.
        headers: { 'Auto-Submitted': 'auto-generated' },
        textEncoding: 'base64',
      })
      .then(
        (): SendOutcome => {
          reachability.succeeded()
          return { kind: 'sent' }
        },
        (error: SmtpError) => {
          // What it says about a mail is an answer, and a connection that was cut here says nothing.
          if (error.responseCode !== undefined) reachability.succeeded()
          else if (!cut.aborted && error.code !== 'EMESSAGE') reachability.failed({ reason: error.code })
          return outcomeOf(error)
        },
      )
    try {
      return await Promise.race([sent, ended])
    } finally {
      transport.close()
    }
  }
}

function outcomeOf(error: SmtpError): SendOutcome {
  const { code = 'unknown', command = '', responseCode } = error
  const reason = responseCode ? `${code} ${responseCode}` : code
  // A sender or a password that is refused concerns all mails, and can be put right.
  const isAboutThisMail = command.startsWith('RCPT') || command === 'DATA' || code === 'EMESSAGE'
  const isForGood = responseCode !== undefined && responseCode >= 500
  return { kind: isAboutThisMail && isForGood ? 'refused' : 'failed', reason }
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || host.startsWith('127.')
}
