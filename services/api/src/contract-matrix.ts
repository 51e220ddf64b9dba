/**
 * Who may call what, written down once more by hand (reliability.md S1). The test compares it with what the routes
 * really do, so that a permission changed in passing is seen, and a route without a line fails.
 */
export type Caller = 'shop' | 'operation' | 'station' | 'admin' | 'auditor';

const EVERYBODY = 'public';
const ANYONE = ['shop', 'operation', 'station', 'admin', 'auditor'] as const;
/** All but a station where no worker has signed in yet. */
const READERS = ['shop', 'operation', 'admin', 'auditor'] as const;
const OPERATION_READERS = ['operation', 'admin', 'auditor'] as const;
const HANDS = ['shop', 'operation', 'admin'] as const;
const SHOPS = ['shop', 'admin'] as const;
const OPERATION = ['operation', 'admin'] as const;
const ADMIN = ['admin'] as const;

export const CONTRACT_MATRIX: Readonly<Record<string, typeof EVERYBODY | readonly Caller[]>> = {
  'GET /health/live': EVERYBODY,
  'GET /health/ready': EVERYBODY,
  'GET /metrics': EVERYBODY,
  'GET /openapi.json': EVERYBODY,

  'GET /captcha/getOne': EVERYBODY,
  'GET /auth/options': EVERYBODY,
  'POST /auth/loginold': EVERYBODY,
  'GET /auth/logout': ANYONE,
  'POST /auth/logout': ANYONE,
  'GET /auth/session': ANYONE,
  'GET /auth/permissionlist': ANYONE,
  'POST /auth/rma_worker': ANYONE,
  'POST /auth/rma_worker/logout': ANYONE,
  'POST /live/ticket': ANYONE,
  'GET /live': EVERYBODY,

  'GET /get_all_country': ANYONE,
  'GET /get_country_city_list': ANYONE,
  'GET /get_all_language': ANYONE,
  'GET /carrier/list': ANYONE,
  'GET /site/list': ANYONE,
  'GET /international/countries': ANYONE,
  'GET /international/shipping_fees': ANYONE,
  'GET /rma_reason': ANYONE,
  'GET /repairfees': ANYONE,
  'GET /reject/reasons': ANYONE,
  'GET /getwsproduct': ANYONE,
  'GET /product-image/:sku': EVERYBODY,
  'GET /get_one_product_cert': HANDS,
  'GET /verify_invoice': SHOPS,
  'POST /search_contact': SHOPS,
  'POST /search_order': SHOPS,
  'GET /customer/record': SHOPS,
  'GET /system/reason/list': ANYONE,
  'GET /system/subreason/list': ANYONE,
  'GET /system/subreason/get': ADMIN,
  'GET /reference/sets': ADMIN,
  'GET /reference/template': ADMIN,
  'GET /reference/imports': ADMIN,
  'POST /reference/import': ADMIN,

  'POST /upload/img': HANDS,
  'GET /image/:id': READERS,
  'GET /rma/images': READERS,

  'GET /tools/autoclientreceived': ADMIN,
  'POST /tools/autoclientreceived': ADMIN,
  'GET /tools/autoclientreceived/runs': ADMIN,
  'GET /tools/autoclientreceived/run': ADMIN,
  'POST /tools/autoclientreceived/undo': ADMIN,

  'GET /dashboard/stats': READERS,
  'GET /dashboard/create_history': READERS,
  'GET /dashboard/board': OPERATION_READERS,

  'POST /rma': SHOPS,
  'PUT /rma/:id': SHOPS,
  'POST /fake/product': HANDS,
  'POST /check/deliver/type': HANDS,
  'GET /rma': SHOPS,
  'GET /rma/:id': READERS,
  'GET /rma/history': READERS,
  'GET /rma/item': READERS,
  'GET /rma/duplicates': SHOPS,
  'GET /rma/has_puchase_record': READERS,
  'GET /repair_history/list': READERS,
  'GET /rmacreatecancelclose': SHOPS,
  'GET /rma/search': READERS,
  'GET /rma/currenct/status': EVERYBODY,
  'GET /rmalist': READERS,
  'GET /rmastatuslist': ANYONE,
  'GET /views': READERS,
  'POST /views': READERS,
  'PUT /views/:id': READERS,
  'DELETE /views/:id': READERS,
  'GET /rmasenttowarehoure': READERS,
  'GET /rmaintransittoshop': READERS,
  'GET /operationrma': OPERATION_READERS,
  'GET /operationrmabystatus/:status': OPERATION_READERS,

  'PUT /rmastatus': HANDS,
  'POST /scan': HANDS,
  'POST /scan/clear': HANDS,
  'GET /comments': READERS,
  'POST /shopcomment': SHOPS,
  'POST /operationcomment': OPERATION,
  'POST /rma/fee/accept': SHOPS,
  'POST /rma/payment': SHOPS,
  'POST /rma/handover': SHOPS,
  'POST /rma/waiver/request': SHOPS,
  'POST /rma/waiver/decide': ADMIN,
  'GET /rma/waivers': ADMIN,
  'POST /rma/fee/override': ADMIN,
  'POST /rma/replace': OPERATION,
  'POST /rma/hold': HANDS,
  'POST /rma/hold/release': HANDS,
  'POST /operationAddSav': OPERATION,
  'POST /add_after_sales': SHOPS,
  'GET /get_after_sale_list': READERS,
  'GET /comment/addressees': OPERATION,
  'POST /savcheck': OPERATION,
  'GET /savcheck': OPERATION,

  'POST /rma/packagelist': HANDS,
  'POST /storepackage': SHOPS,
  'POST /factorypackage': OPERATION,
  'POST /package/unbind': HANDS,
  'POST /package/unsend': HANDS,
  'POST /saveSign': HANDS,
  'GET /packagestatus': READERS,
  'GET /packageprice': READERS,
  'GET /packages': READERS,
  'POST /trackingrma': READERS,
  'GET /getSignature': READERS,
};
