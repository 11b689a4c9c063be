/** Keys by values of `autocomplete`, without separators and in lower case. Source: HTML standard, section 4.10.18.7. */
const keysOf = {
  name: 'name fullname yourname contactname',
  'given-name': 'givenname firstname forename',
  'additional-name': 'middlename',
  'family-name': 'familyname lastname surname',
  nickname: 'nickname',
  username: 'username',
  email: 'email emailaddress mail',
  tel: 'tel phone phonenumber telephone mobile mobilenumber',
  organization: 'organization organisation company companyname',
  'organization-title': 'jobtitle',
  'street-address': 'address streetaddress street',
  'address-line1': 'addressline1 address1',
  'address-line2': 'addressline2 address2',
  'address-level1': 'state region province',
  'address-level2': 'city town',
  'postal-code': 'postalcode postcode zip zipcode',
  country: 'countrycode',
  'country-name': 'country countryname',
  bday: 'birthday birthdate dateofbirth dob',
  sex: 'gender',
  url: 'website homepage',
  language: 'language preferredlanguage',
} as const;

/** A value of `autocomplete`. */
export type Purpose = keyof typeof keysOf | 'off';

const byKey: ReadonlyMap<string, Purpose> = new Map(
  (Object.keys(keysOf) as (keyof typeof keysOf)[]).flatMap(purpose =>
    keysOf[purpose].split(' ').map(key => [key, purpose] as const),
  ),
);

/** The purpose of a field for the browser, by its key; `undefined` if that names none. */
export const purposeOf = (key: string): Purpose | undefined =>
  byKey.get(key.replace(/[^\p{L}\d]/gu, '').toLowerCase());
