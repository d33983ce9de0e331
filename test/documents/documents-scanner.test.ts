import { createServer, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createClamd } from '../../server/features/documents/checks/clamd.ts'
import { pdf, pdfOfSize } from '../support/files/document-samples.ts'
import { filesOf, upload } from '../support/given/document-uploads.ts'
import { givenOrganization } from '../support/given/factories.ts'
import { isClamdInstalled, marker, startClamd } from '../support/outside/clamd.ts'
import { freePort } from '../support/processes/free-port.ts'
import { startServer } from '../support/service/harness.ts'

const scanner = await startClamd()
afterAll(() => scanner.stop())
if (!isClamdInstalled)
  console.warn('clamd is not installed (Debian: clamav-daemon): a peer that speaks as it does was asked.')

describe(`uploads pass through ${isClamdInstalled ? 'clamd' : 'a peer of clamd'}`, () => {
  const server = startServer({ env: { KONTOR_CLAMAV: `127.0.0.1:${scanner.port}` } })

  test('a clean file is stored', async () => {
    const organization = await givenOrganization(server)
    const operator = await server.signIn('operator')
    expect((await upload(operator, organization, 'charter', pdfOfSize(3 * 1024 * 1024))).status).toBe(200)
  })

  test('an infected file is rejected, audited and not stored', async () => {
    const organization = await givenOrganization(server)
    const operator = await server.signIn('operator')
    const before = filesOf(server)
    const infected = pdf({ objects: `% ${marker}\n`, padding: 300_000 })
    expect(await upload(operator, organization, 'charter', infected)).toMatchObject({
      status: 422,
      body: {
        detail: [{ loc: ['body', 'file'], type: 'infected', ctx: { found: 'Kontor.Test.UNOFFICIAL' } }],
      },
    })
    expect(filesOf(server)).toEqual(before)
    const rows = await server.db
      .selectFrom('audit_events')
      .select(['action', 'outcome', 'actor_id'])
      .where('organization_id', '=', organization.id)
      .execute()
    expect(rows).toEqual([{ action: 'document.upload_refused', outcome: 'denied', actor_id: operator.id }])
    const { body } = await server.anonymous.get('/metrics')
    for (const count of ['clean"} 1', 'found"} 1', 'failure"} 0'])
      expect(body).toContain(`kontor_scans_total{outcome="${count}`)
  })
})

describe('a scanner that does not respond', async () => {
  const port = await freePort()
  const server = startServer({ env: { KONTOR_CLAMAV: `127.0.0.1:${port}` } })
  let behave: (socket: Socket) => void = () => {}
  const sockets = new Set<Socket>()
  const fake = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    behave(socket)
  })
  afterAll(() => {
    for (const socket of sockets) socket.destroy()
    fake.close()
  })

  async function expectUnavailable() {
    const organization = await givenOrganization(server)
    const reply = await upload(
      await server.signIn('operator'),
      organization,
      'charter',
      pdf({ padding: 200_000 }),
    )
    expect(reply).toMatchObject({ status: 503, body: { code: 'scanner_unavailable' } })
    expect(filesOf(server)).toEqual({ blobs: [], drafts: [] })
  }

  test('because it is unreachable: the upload is refused', async () => {
    await expectUnavailable()
  })

  describe('or responds wrongly', () => {
    beforeAll(() => new Promise<void>((resolve) => fake.listen(port, '127.0.0.1', resolve)))

    test.each<[string, (socket: Socket) => void]>([
      ['closes at once', (socket) => socket.destroy()],
      ['closes in the middle', (socket) => socket.once('data', () => socket.destroy())],
      [
        'says the stream is too long',
        (socket) => socket.once('data', () => socket.end('INSTREAM size limit exceeded. ERROR\0')),
      ],
      ['answers nonsense', (socket) => socket.once('data', () => socket.end('stream: OK maybe\0'))],
    ])('%s', async (_, how) => {
      behave = how
      await expectUnavailable()
    })

    test('is counted with every try, and logged once', async () => {
      const { body } = await server.anonymous.get('/metrics')
      expect(body).toMatch(/^kontor_scans_total\{outcome="failure"\} 5$/m)
      const lines = server.logged.filter((line) => line.includes('the virus scanner fails'))
      expect(lines.map((line) => JSON.parse(line).level)).toEqual([40])
      expect(lines.join('')).toContain('ECONNREFUSED')
    })

    test('responds OK before it has received everything', async () => {
      behave = (socket) => socket.write('stream: OK\0')
      const scan = await createClamd({ host: '127.0.0.1', port }).start()
      const sending = async () => {
        for (;;) {
          await scan.write(Buffer.from('x'))
          await new Promise((resolve) => setImmediate(resolve))
        }
      }
      await expect(sending()).rejects.toMatchObject({ code: 'scanner_unavailable' })
      scan.close()
    })

    test('does not respond', async () => {
      behave = () => {}
      const scan = await createClamd({ host: '127.0.0.1', port, timeout: 50 }).start()
      await scan.write(Buffer.from('x'))
      await expect(scan.end()).rejects.toMatchObject({ code: 'scanner_unavailable' })
      scan.close()
    })
  })
})
