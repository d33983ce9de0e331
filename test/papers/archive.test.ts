import { mkdtempSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { unzip } from '../support/files/unzip.ts'
import { givenApproved, givenCompany } from '../support/given/given-paper.ts'
import { runCli } from '../support/processes/run-cli.ts'
import { type Client, startServer } from '../support/service/harness.ts'

const server = startServer()

async function issue(owner: Client, company_id: string) {
  const request = await givenApproved(server, owner)
  const path = `/v1/purchase-requests/${request.id}/papers`
  const { body, status } = await owner.post(path, { kind: 'invoice', company_id, language: 'ru' })
  expect(status, JSON.stringify(body)).toBe(201)
  await server.service.paperRenderingIdle()
  return body
}

async function archive(owner: Client, query: string): Promise<Map<string, Buffer>> {
  const response = await fetch(`${server.url}/v1/paper-archive?${query}`, {
    headers: { authorization: `Bearer ${owner.token}` },
  })
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('application/zip')
  return unzip(Buffer.from(await response.arrayBuffer()))
}

test('a month of papers is one ZIP, with names in Cyrillic, and voided ones stamped', async () => {
  const owner = await server.signIn('owner')
  const first = await givenCompany(owner, { short_name: 'ООО «Контора: Первая/1»' })
  const other = await givenCompany(owner, { short_name: 'ООО Вторая' })
  const papers = [await issue(owner, first.id), await issue(owner, first.id), await issue(owner, other.id)]
  const [, voided] = papers
  const path = `/v1/purchase-requests/${voided.request_id}/papers/${voided.id}`
  expect((await owner.post(`${path}/void`, { reason: 'Ошибка' })).status).toBe(200)
  const { date } = papers[0]
  const files = await archive(owner, `from=${date}&to=${date}`)
  expect(files.size).toBe(3)
  const names = [...files.keys()]
  expect(names[0]).toMatch(/^ООО Контора Первая 1\/Счета\/Счёт № 2026-000001 от 2026-\d\d-\d\d, .+\.pdf$/)
  expect(names[1]).toMatch(/^ООО Контора Первая 1\/Счета\/Счёт № 2026-000002 .+ \(аннулирован\)\.pdf$/)
  expect(names[2]).toMatch(/^ООО Вторая\/Счета\//)
  for (const [index, content] of [...files.values()].entries()) {
    const sent = await fetch(
      `${server.url}/v1/purchase-requests/${papers[index].request_id}/papers/${papers[index].id}/content`,
      { headers: { authorization: `Bearer ${owner.token}` } },
    )
    expect(content.equals(Buffer.from(await sent.arrayBuffer())), names[index]).toBe(true)
  }
  expect((await archive(owner, `from=${date}&to=${date}&company_id=${other.id}`)).size).toBe(1)
  expect((await owner.get('/v1/paper-archive?from=2020-01-01&to=2020-01-31')).body.code).toBe('no_papers')
  const reversed = await owner.get('/v1/paper-archive?from=2026-02-01&to=2026-01-31')
  expect(reversed.body.detail[0].ctx.code).toBe('period_reversed')

  const output = join(mkdtempSync(join(inject('runDir'), 'papers-')), 'papers.zip')
  const environment = { DATABASE_URL: server.databaseUrl, KONTOR_DATA_DIR: server.dataDir }
  const done = await runCli(['papers', 'export', output, '--from', date, '--to', date], environment)
  expect(done).toEqual({ code: 0, stdout: '', stderr: '' })
  expect(unzip(readFileSync(output))).toEqual(files)
})
