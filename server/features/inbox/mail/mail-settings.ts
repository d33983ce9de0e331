/** The mail server, and who mails are from. */
export interface MailSettings {
  host: string
  port: number
  /** TLS from the first byte. Otherwise STARTTLS, if the server offers it. */
  secure: boolean
  auth: { user: string; pass: string } | null
  /** As a header has it: `Kontor <kontor@example.com>`. */
  from: { name: string; address: string }
}

const address = /^[^\s@<>",;:\p{Cc}]+@[^\s@<>",;:\p{Cc}]+$/u

/** Undefined if it is no URL of a mail server. */
export function parseSmtpUrl(value: string): Omit<MailSettings, 'from'> | undefined {
  if (!URL.canParse(value)) return undefined
  const url = new URL(value)
  const secure = url.protocol === 'smtps:'
  if (!secure && url.protocol !== 'smtp:') return undefined
  if (!url.hostname || (url.pathname !== '' && url.pathname !== '/') || url.search || url.hash)
    return undefined
  if ((url.username === '') !== (url.password === '')) return undefined
  try {
    return {
      host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
      port: url.port ? Number(url.port) : secure ? 465 : 587,
      secure,
      auth: url.username
        ? { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) }
        : null,
    }
  } catch {
    // A percent sign that encodes nothing.
    return undefined
  }
}

/** `kontor@example.com` or `Kontor <kontor@example.com>`; undefined if it is neither. */
export function parseSender(value: string): MailSettings['from'] | undefined {
  const [, name = '', bracketed] = /^\s*([^<>\p{Cc}]*?)\s*<([^<>]+)>\s*$/u.exec(value) ?? []
  const found = bracketed ?? value.trim()
  return address.test(found) ? { name: name.replace(/^"(.*)"$/, '$1'), address: found } : undefined
}
