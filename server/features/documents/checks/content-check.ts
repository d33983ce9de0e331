/** The content itself is not acceptable; the message is one sentence for the person who sent it. */
export class ContentRefused extends Error {
  override name = 'ContentRefused'
}

/** Looks at content as it passes by. Both functions throw ContentRefused. */
export type ContentCheck = {
  write(piece: Buffer): void | Promise<void>
  end(): void | Promise<void>
}
