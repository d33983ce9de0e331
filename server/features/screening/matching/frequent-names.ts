import { toAscii } from './ascii.ts'
import type { NameWord } from './prepare-name.ts'
import { givenNameGroups } from './vocabulary.ts'

/** Surnames that so many people have that they say little about who is meant. */
const surnames = `Иванов Смирнов Кузнецов Попов Васильев Петров Соколов Михайлов Новиков Федоров Фёдоров Морозов Волков Алексеев
  Лебедев Семенов Семёнов Егоров Павлов Козлов Степанов Николаев Орлов Андреев Макаров Никитин Захаров Зайцев Соловьев
  Борисов Яковлев Григорьев Романов Воробьев Сергеев Кузьмин Фролов Александров Дмитриев Королев Гусев Киселев Ильин
  Максимов Поляков Сорокин Виноградов Ковалев Белов Медведев Антонов Тарасов Жуков Баранов Филиппов Комаров Давыдов Беляев
  Герасимов Богданов Осипов Сидоров Матвеев Титов Марков Миронов Крылов Куликов Карпов Власов Мельников Денисов Гаврилов
  Тихонов Казаков Афанасьев Данилов Савельев Тимофеев Фомин Чернов Абрамов Мартынов Ефимов Федотов Щербаков Назаров Калинин
  Исаев Чернышев Быков Маслов Родионов Коновалов Лазарев Воронин Климов Филатов Пономарев Голубев Кудрявцев Прохоров Наумов
  Потапов Журавлев Овчинников Трофимов Леонов Соболев Ермаков Колесников Гончаров Емельянов Никифоров Грачев Котов Гришин
  Ефремов Архипов Громов Кириллов Малышев Панов Моисеев Румянцев Акимов Кондратьев Бирюков Горбунов Анисимов Еремин Тихомиров
  Галкин Лукьянов Михеев Скворцов Юдин Белоусов Нестеров Симонов Прокофьев Харитонов Князев Цветков Левин Митрофанов Воронов
  Шевченко Коваленко Бондаренко Ткаченко Кравченко Мельник Ковальчук Олейник Шевчук Лысенко Марченко Бойко Савченко Руденко
  Smith Johnson Williams Brown Jones Miller Davis Wilson Taylor Martin Garcia Rodriguez Martinez Hernandez Lopez Gonzalez Perez
  Sanchez Ramirez Torres Muller Schmidt Schneider Fischer Weber Meyer Rossi Silva Santos Kim Lee Park Choi Wang Li Zhang Liu
  Chen Yang Huang Zhao Wu Zhou Nguyen Tran Khan Singh Kumar Sharma Ali Hassan Hussein Ahmed Mohammed Ibrahim`

const frequent = new Set<string>()
for (const surname of surnames.split(/\s+/)) {
  const text = toAscii(surname)
  frequent.add(text)
  if (/(ov|ev|in|yn)$/.test(text)) frequent.add(`${text}a`)
}

/** Whether many people have this word in their name: a frequent surname, or a given name. */
export function isFrequentName(word: NameWord): boolean {
  return frequent.has(word.text) || givenNameGroups(word.text).length > 0 || isPatronymic(word.text)
}

/** «Иванович», «Ивановна»: the name of the father, which never stands for another part of a name. */
export function isPatronymic(text: string): boolean {
  return text.length >= 7 && /(ovich|evich|ovych|evych|ovna|evna|ivna|ichna|ovic|ovitch|evitch)$/.test(text)
}
