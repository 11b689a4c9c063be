/** A form with 15 fields, 4 of them required, a list of objects and a nested object. */
export const booking = {
  type: 'object',
  required: ['full_name', 'email', 'arrival', 'room'],
  properties: {
    full_name: {type: 'string', minLength: 2},
    email: {type: 'string', format: 'email', description: 'For the confirmation'},
    phone: {type: ['string', 'null'], format: 'tel'},
    arrival: {type: 'string', format: 'date'},
    checkin_time: {type: 'string', format: 'time'},
    nights: {type: 'integer', minimum: 1, maximum: 30, default: 2},
    room: {enum: ['single', 'double', 'suite']},
    view: {enum: ['sea', 'garden']},
    country_code: {
      oneOf: [
        {const: 'AT', title: 'Austria'},
        {const: 'DE', title: 'Germany'},
        {const: 'ES', title: 'Spain'},
        {const: 'FR', title: 'France'},
        {const: 'JP', title: 'Japan'},
      ],
    },
    website: {type: 'string', format: 'uri'},
    voucher: {type: 'string', pattern: '^[A-Z]{3}-\\d{4}$'},
    newsletter: {type: 'boolean'},
    diets: {type: 'array', items: {enum: ['vegan', 'gluten-free']}, uniqueItems: true},
    guests: {
      type: 'array',
      maxItems: 3,
      items: {
        title: 'Guest',
        type: 'object',
        required: ['name'],
        properties: {name: {type: 'string'}, age: {type: 'integer', minimum: 0}},
      },
    },
    address: {
      type: 'object',
      required: ['city'],
      properties: {street: {type: 'string'}, city: {type: 'string'}},
    },
  },
};
