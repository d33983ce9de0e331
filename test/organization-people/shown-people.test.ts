import { expect, test } from 'vitest'
import { completeInn } from '../../contract/values/identifiers.ts'
import { organizationTools } from '../support/given/organization-tools.ts'
import { startServer } from '../support/service/harness.ts'

const server = startServer()
const { given, givenApproved, events } = organizationTools(server)

const inn = completeInn('7701234567')
const anna = { role: 'director', schema: 'Person', name: 'Петрова Анна Сергеевна', inn }
const boris = { role: 'director', schema: 'Person', name: 'Борисов Борис Борисович' }

test('the first director is the director of the organization', async () => {
  const { officer, path } = await given()
  const people = `${path}/people`
  const shown = async () => (await officer.get(path)).body.director
  const first = (await officer.post(people, anna)).body
  expect(await shown()).toEqual({ name: anna.name, post: null, inn })
  const second = (await officer.post(people, boris)).body
  expect((await shown()).name).toBe(anna.name)
  await officer.patch(`${people}/${first.id}`, { name: 'Сидорова Анна Сергеевна' })
  expect((await shown()).name).toBe('Сидорова Анна Сергеевна')
  await officer.patch(`${people}/${first.id}`, { role: 'representative' })
  expect(await shown()).toEqual({ name: boris.name, post: null, inn: null })
  await officer.delete(`${people}/${second.id}`)
  expect(await shown()).toBeNull()
  const list = (await officer.get(`/v1/organizations?q=${(await officer.get(path)).body.inn}`)).body.items
  expect(list[0].director).toBeNull()
})

test('post, e-mail and telephone stay while it is the same person', async () => {
  const director = { name: anna.name, post: 'Генеральный директор', inn: null }
  const contact = { name: 'Иван', email: 'ivan@example.com', phone: null }
  const { officer, path } = await given({ director, contact })
  const people = `${path}/people`
  const read = async () => (await officer.get(path)).body
  const person = (await officer.post(people, anna)).body
  const ivan = (await officer.post(people, { role: 'contact', schema: 'Person', name: 'Иван' })).body
  expect(await read()).toMatchObject({ director: { ...director, inn }, contact })
  await officer.patch(`${people}/${person.id}`, { name: 'Петрова-Водкина Анна' })
  await officer.patch(`${people}/${ivan.id}`, { name: 'Иван Смирнов' })
  expect(await read()).toMatchObject({
    director: { name: 'Петрова-Водкина Анна', post: director.post, inn },
    contact: { ...contact, name: 'Иван Смирнов' },
  })
  await officer.post(people, { role: 'contact', schema: 'Person', name: 'Мария' })
  await officer.delete(`${people}/${ivan.id}`)
  expect((await read()).contact).toEqual({ name: 'Мария', email: null, phone: null })
})

test('another director by people needs a new review, a birth date does not', async () => {
  const { officer, path, organization } = await givenApproved()
  const people = `${path}/people`
  await officer.post(people, { role: 'owner', schema: 'Person', name: 'Владелец', share: '100' })
  expect((await officer.get(path)).body.kyb_status).toBe('approved')
  const { id } = (await officer.post(people, anna)).body
  expect((await officer.get(path)).body).toMatchObject({
    kyb_status: 'in_review',
    kyb_reason: 'requisites_changed',
  })
  await officer.patch(path, { kyb_status: 'approved' })
  const before = (await officer.get(path)).body
  await officer.patch(`${people}/${id}`, { birth_date: '1975-03-14', name_latin: 'Petrova Anna' })
  expect((await officer.get(path)).body).toEqual(before)
  await officer.patch(`${people}/${id}`, { inn: null })
  expect((await officer.get(path)).body).toMatchObject({ kyb_status: 'in_review', director: { inn: null } })
  const told = (await events(organization.id)).filter(({ type }) => type === 'organization.updated')
  expect(told.map(({ data }) => (data as unknown as { changed: string[] }).changed)).toEqual([
    ['director', 'kyb_status', 'kyb_reason'],
    ['director', 'kyb_status', 'kyb_reason'],
  ])
})

test('the director of the organization changes the first person', async () => {
  const { officer, path } = await given()
  const people = `${path}/people`
  const passport = { type: 'passport', number: '45 10 123456' }
  const { id } = (
    await officer.post(people, { ...anna, birth_date: '1975-03-14', identity_document: passport })
  ).body
  const person = async () => (await officer.get(`${people}/${id}`)).body
  await officer.patch(path, { director: { name: anna.name, post: 'Директор', inn } })
  expect(await person()).toMatchObject({ version: 1 })
  // The same INN: a corrected name.
  await officer.patch(path, { director: { name: 'Петрова Анна', inn } })
  expect(await person()).toMatchObject({ name: 'Петрова Анна', birth_date: '1975-03-14', version: 2 })
  // Somebody else, of whom nothing more is known.
  await officer.patch(path, { director: { name: boris.name } })
  expect(await person()).toMatchObject({
    name: boris.name,
    inn: null,
    birth_date: null,
    identity_document: null,
    version: 3,
  })
  expect((await officer.get(path)).body.director).toEqual({ name: boris.name, post: null, inn: null })
  expect((await events(id)).map(({ type }) => type)).toEqual([
    'person.created',
    'person.updated',
    'person.updated',
  ])
})

test('who is kept as a person is removed there', async () => {
  const { officer, path } = await given()
  const people = `${path}/people`
  await officer.post(people, anna)
  await officer.post(people, { role: 'contact', schema: 'Company', name: 'ООО «Секретарь»' })
  const faultsOf = async (body: object) =>
    (await officer.patch(path, body)).body.detail.map(
      ({ loc, ctx }: { loc: string[]; ctx: { code: string } }) => `${loc.slice(1).join('.')}: ${ctx.code}`,
    )
  expect(await faultsOf({ director: null })).toEqual(['director: kept_as_person'])
  expect(await faultsOf({ contact: null })).toEqual(['contact: kept_as_person'])
  expect(await faultsOf({ contact: { email: 'a@example.com' } })).toEqual(['contact.name: kept_as_person'])
})

test('a company that directs has no INN of a person', async () => {
  const { officer, path } = await given()
  const company = {
    role: 'director',
    schema: 'Company',
    name: 'ООО «Управление»',
    inn: completeInn('770123456'),
  }
  await officer.post(`${path}/people`, company)
  expect((await officer.get(path)).body.director).toEqual({ name: company.name, post: null, inn: null })
  const reply = await officer.patch(path, { director: { name: company.name, inn } })
  expect(reply.body.detail[0]).toMatchObject({ loc: ['body', 'director', 'inn'] })
  await officer.patch(path, { director: { name: 'ООО «Новое управление»' } })
  const { items } = (await officer.get(`${path}/people`)).body
  expect(items).toMatchObject([{ name: 'ООО «Новое управление»', inn: company.inn }])
})
