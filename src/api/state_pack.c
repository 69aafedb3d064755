/* state_pack.c: states as bytes for a file: a head with the fingerprint of the setup and a sum over everything, then
 * the bytes of the state. */
#include "api/state_pack.h"

#include "api/api_inner.h"

static const char SIGN[8] = {'o', 'c', 'h', 'r', 'e', 's', 't', '1'};

struct head {
    char sign[sizeof SIGN];
    uint64_t fingerprint;
    uint64_t size; /* of the state */
    uint64_t sum;
};

size_t packed_size(const ochre_setup *setup)
{
    return sizeof(struct head) + setup->state_size;
}

static uint64_t sum_of(const ochre_setup *setup, const void *bytes)
{
    uint64_t key[2] = {shared_of(setup)->fingerprint, setup->state_size};
    key_add(key, bytes, setup->state_size);
    return key[0] ^ key[1];
}

int ochre_state_pack(const ochre_setup *setup, const ochre_state *state, void *bytes, size_t size, ochre_why *why)
{
    if (!is_state(setup, state))
        return refuse(why, "", "this is no state of this setup");
    if (size < packed_size(setup))
        return refuse_with(why, "", "a packed state takes {0} bytes, there is room for {1}",
                           NUM((int64_t)packed_size(setup)), NUM((int64_t)size));
    struct head head = {.fingerprint = shared_of(setup)->fingerprint, .size = setup->state_size};
    memcpy(head.sign, SIGN, sizeof SIGN);
    head.sum = sum_of(setup, state->bytes);
    memcpy(bytes, &head, sizeof head);
    memcpy((char *)bytes + sizeof head, state->bytes, setup->state_size);
    return 0;
}

int ochre_state_unpack(const ochre_setup *setup, ochre_state *state, const void *bytes, size_t size, ochre_why *why)
{
    struct head head;
    if (size != packed_size(setup))
        return refuse_with(why, "", "a packed state takes {0} bytes, these are {1}", NUM((int64_t)packed_size(setup)),
                           NUM((int64_t)size));
    memcpy(&head, bytes, sizeof head);
    if (memcmp(head.sign, SIGN, sizeof SIGN) != 0)
        return refuse(why, "", "these bytes are no packed state");
    if (head.fingerprint != shared_of(setup)->fingerprint || head.size != setup->state_size)
        return refuse(why, "", "the packed state is of another setup");
    struct ochre_state read;
    memcpy(read.bytes, (const char *)bytes + sizeof head, setup->state_size);
    if (head.sum != sum_of(setup, read.bytes))
        return refuse(why, "", "the packed state is damaged");
    const char *trouble = setup->game->rules->check(setup, &read);
    if (trouble)
        return refuse_with(why, "", "the packed state is impossible: {0}", trouble);
    state_copy(setup, state, &read);
    mark_put(setup, state, MARK_STATE);
    return 0;
}
