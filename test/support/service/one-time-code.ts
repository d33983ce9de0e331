import { hotp, stepAt } from '../../../server/features/authentication/sign-in/totp.ts'

/** The code an authenticator app would show. */
export function codeOf(uri: string, at: Date): string {
  const secret = new URL(uri).searchParams.get('secret') as string
  const bits = [...secret].map((letter) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'),
  )
  const bytes = bits.join('').match(/.{8}/g) as string[]
  return hotp(Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2))), stepAt(at))
}
