/** The content is not acceptable. The message is one sentence for the uploader. */
export class ContentRefused extends Error {
  override name = 'ContentRefused'
}

/** Checks content while it is streamed. Both functions throw ContentRefused. */
export type ContentCheck = {
  write(piece: Buffer): void | Promise<void>
  end(): void | Promise<void>
}
