#include <nettle/aes.h>
#include <nettle/cbc.h>
#include <nettle/eddsa.h>
#include <nettle/nettle-meta.h>
#include <nettle/sha2.h>
#include <nettle/version.h>
