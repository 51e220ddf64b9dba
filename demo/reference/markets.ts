import { ARABIC, CHINESE, CHINESE_TRADITIONAL, JAPANESE } from './names-asia.ts';
import { ENGLISH, FRENCH, SPANISH } from './names-west.ts';
import type { NameBook } from './names.ts';
import type { Random } from './random.ts';

type Weighted<T> = readonly (readonly [T, number])[];

/** What people of a country are like in the demo: names, language, a number that validates, a street. */
export interface Market {
  readonly dialCode: string;
  readonly names: Weighted<NameBook>;
  readonly languages: Weighted<string>;
  /** A national mobile number without the leading zero. It must validate, so ranges kept for fiction will not do. */
  readonly phone: (random: Random) => string;
  readonly street: (random: Random) => string;
  readonly postalCode: (random: Random) => string;
}

const street = (form: (street: string, number: number) => string, list: string) => (random: Random) =>
  form(random.pick(list.split(', ')), random.int(1, 180));

export const MARKETS: Readonly<Record<string, Market>> = {
  FR: {
    dialCode: '33',
    names: [
      [FRENCH, 9],
      [ENGLISH, 0.4],
      [CHINESE, 0.5],
      [ARABIC, 0.4],
    ],
    languages: [
      ['fr', 9],
      ['en', 1],
    ],
    phone: (random) => `6${random.pick(['12', '20', '64', '71'])}00${random.digits(4)}`,
    street: street(
      (name, number) => `${number} ${name}`,
      'rue de Rivoli, avenue Montaigne, rue du Bac, boulevard Voltaire, rue Victor Hugo, quai Voltaire, rue des Martyrs, place Bellecour, cours Mirabeau',
    ),
    postalCode: (random) => `${random.pick(['75', '69', '13', '33', '31'])}0${random.digits(2)}`,
  },
  GB: {
    dialCode: '44',
    names: [
      [ENGLISH, 9],
      [FRENCH, 0.4],
      [ARABIC, 0.5],
      [CHINESE_TRADITIONAL, 0.5],
    ],
    languages: [['en', 1]],
    phone: (random) => `7400${random.digits(6)}`,
    street: street(
      (name, number) => `${number} ${name}`,
      "King's Road, Marylebone High Street, Albion Terrace, Church Lane, Park Crescent, Victoria Road, Queen's Gate, Mill Lane",
    ),
    postalCode: (random) => `SW${random.int(1, 9)} ${random.int(1, 9)}AB`,
  },
  US: {
    dialCode: '1',
    names: [
      [ENGLISH, 8],
      [SPANISH, 2],
      [CHINESE, 0.5],
    ],
    languages: [
      ['en', 9],
      ['es', 1],
    ],
    phone: (random) => `${random.pick(['212', '310', '305', '617'])}55501${random.digits(2)}`,
    street: street(
      (name, number) => `${number} ${name}`,
      'Lexington Avenue, Mercer Street, Ocean Drive, Newbury Street, Maple Avenue, Riverside Drive, Elm Street',
    ),
    postalCode: (random) => `1${random.digits(4)}`,
  },
  JP: {
    dialCode: '81',
    names: [
      [JAPANESE, 9.5],
      [ENGLISH, 0.5],
    ],
    languages: [
      ['ja', 19],
      ['en', 1],
    ],
    phone: (random) => `90${random.int(1, 9)}${random.digits(7)}`,
    street: street(
      (name, number) => `${name}${(number % 9) + 1}丁目${(number % 23) + 1}番${(number % 14) + 1}号`,
      '神南, 白金台, 自由が丘, 北沢, 元町, 桜木町, 吉祥寺本町',
    ),
    postalCode: (random) => `${random.int(100, 199)}-00${random.digits(2)}`,
  },
  CN: {
    dialCode: '86',
    names: [
      [CHINESE, 9.6],
      [ENGLISH, 0.4],
    ],
    languages: [
      ['zh-CN', 19],
      ['en', 1],
    ],
    phone: (random) => `1${random.pick(['38', '39', '56', '86', '77'])}${random.digits(8)}`,
    street: street(
      (name, number) => `${name}${number}号${(number % 12) + 1}栋${(number % 30) + 1}0${(number % 4) + 1}室`,
      '中山北路, 人民路, 延安西路, 建国路, 解放大道, 天府大道, 滨江路',
    ),
    postalCode: (random) => `${random.int(100, 650)}${random.digits(3)}`,
  },
  HK: {
    dialCode: '852',
    names: [
      [CHINESE_TRADITIONAL, 8],
      [ENGLISH, 2],
    ],
    languages: [
      ['zh-TW', 7],
      ['en', 3],
    ],
    phone: (random) => `${random.pick(['94', '96'])}${random.digits(6)}`,
    street: street(
      (name, number) => `${name}${number}號${(number % 38) + 1}樓`,
      '皇后大道中, 軒尼詩道, 彌敦道, 英皇道, 沙田正街',
    ),
    postalCode: () => '',
  },
  TW: {
    dialCode: '886',
    names: [
      [CHINESE_TRADITIONAL, 9.7],
      [ENGLISH, 0.3],
    ],
    languages: [
      ['zh-TW', 19],
      ['en', 1],
    ],
    phone: (random) => `9${random.pick(['12', '28', '33', '55'])}${random.digits(6)}`,
    street: street(
      (name, number) => `${name}${number}號${(number % 14) + 1}樓`,
      '仁愛路四段, 忠孝東路五段, 民生東路三段, 臺灣大道二段, 中正路',
    ),
    postalCode: (random) => `${random.int(100, 983)}`,
  },
  AE: {
    dialCode: '971',
    names: [
      [ARABIC, 7],
      [ENGLISH, 3],
      [FRENCH, 0.5],
    ],
    languages: [
      ['ar', 7],
      ['en', 3],
    ],
    phone: (random) => `5${random.pick(['0', '2', '4', '5', '6'])}${random.digits(7)}`,
    street: street(
      (name, number) => `${name}, فيلا ${number}`,
      'شارع الوصل, شارع جميرا, شارع الشيخ زايد, شارع الكورنيش',
    ),
    postalCode: () => '',
  },
  ES: {
    dialCode: '34',
    names: [
      [SPANISH, 9.5],
      [FRENCH, 0.3],
      [ENGLISH, 0.2],
    ],
    languages: [
      ['es', 9],
      ['en', 1],
    ],
    phone: (random) => `6${random.digits(8)}`,
    street: street(
      (name, number) => `${name} ${number}`,
      'Calle de Velázquez, Calle Mayor, Paseo de la Castellana, Gran Vía, Carrer de Mallorca, Calle Sierpes',
    ),
    postalCode: (random) => `${random.pick(['28', '08', '41', '46'])}0${random.digits(2)}`,
  },
  MX: {
    dialCode: '52',
    names: [
      [SPANISH, 9.7],
      [ENGLISH, 0.3],
    ],
    languages: [
      ['es', 19],
      ['en', 1],
    ],
    phone: (random) => `55${random.int(1, 8)}${random.digits(7)}`,
    street: street(
      (name, number) => `${name} ${number}`,
      'Avenida Horacio, Calle Durango, Avenida Álvaro Obregón, Calle Moliere, Paseo de la Reforma',
    ),
    postalCode: (random) => `${random.pick(['11', '06', '44', '64'])}${random.digits(3)}`,
  },
};
